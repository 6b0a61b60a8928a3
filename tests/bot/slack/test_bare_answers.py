"""Answers that say less than Slack's do: what is missing is a failure, and no surprise."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from aiohttp import web

from bot.ports import Message, NotDelivered
from bot.records import MessageRef, Place
from bot.servers import listening
from bot.slack import ResponseUrls, SlackMessenger, Uploads, WebApi, web_client

HERE = Place(channel="C1", thread="1.1")


@asynccontextmanager
async def answering(**fields: Any) -> AsyncIterator[SlackMessenger]:
    async def answer(_: web.Request) -> web.Response:
        return web.json_response({"ok": True, **fields})

    app = web.Application()
    app.router.add_post("/api/{method}", answer)
    runner = web.AppRunner(app, shutdown_timeout=0.1)
    async with (
        listening(runner) as port,
        web_client("xoxb-1", base_url=f"http://127.0.0.1:{port}/api/") as client,
    ):
        api = WebApi(client)
        yield SlackMessenger(api, ResponseUrls(client), Uploads(api, client), pace=0.0)


async def test_a_message_is_where_it_was_posted() -> None:
    async with answering(ts="2.2") as messenger:
        assert await messenger.post(HERE, Message("hi")) == MessageRef(channel="C1", ts="2.2")


async def test_a_message_nobody_can_find_again_counts_as_not_delivered() -> None:
    async with answering() as messenger:
        with pytest.raises(NotDelivered, match="unreadable_answer"):
            await messenger.post(HERE, Message("hi"))
        with pytest.raises(NotDelivered, match="unreadable_answer"):
            await messenger.direct("U1", Message("hi"))


async def test_a_stream_that_cannot_be_added_to_is_delivered_another_way() -> None:
    async with answering() as messenger:
        stream = messenger.stream(HERE, user="U1", team="T1")
        stream.write("Hello ")
        assert not await stream.finish("Hello there.")
