"""The models of agents that bring none."""

from collections.abc import AsyncIterator
from typing import Any

import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer

from bot.agents import models_for
from bot.agents.models import check_model
from bot.errors import SettingsError
from bot.settings import Settings
from core import Agent, RunConfig, Runner
from core.models.default_models import get_default_model
from core.testing import ScriptedModel


class Provider:
    """A server that speaks Chat Completions and remembers what it was asked."""

    def __init__(self) -> None:
        self.asked: list[dict[str, Any]] = []
        self.keys: list[str | None] = []

    async def complete(self, request: web.Request) -> web.Response:
        self.asked.append(await request.json())
        self.keys.append(request.headers.get("Authorization"))
        message = {"role": "assistant", "content": "pong"}
        choice = {"index": 0, "finish_reason": "stop", "message": message}
        usage = {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}
        answer = {"id": "c", "object": "chat.completion", "created": 0, "model": "m"}
        return web.json_response({**answer, "choices": [choice], "usage": usage})


@pytest.fixture
def provider() -> Provider:
    return Provider()


@pytest.fixture
async def address(provider: Provider) -> AsyncIterator[str]:
    app = web.Application()
    app.router.add_post("/v1/chat/completions", provider.complete)
    async with TestServer(app) as server:
        yield str(server.make_url("/v1"))


def settings(**given: Any) -> Settings:
    empty = {"openai_api_key": None, "openai_base_url": None, "model": None}
    return Settings.load(**{**empty, **given})


async def said(agent: Agent[Any], chosen: Settings) -> str:
    models = models_for(chosen)
    try:
        result = await Runner.run(agent, "ping", run_config=RunConfig(model_provider=models))
    finally:
        await models.aclose()
    return str(result.final_output)


async def test_a_server_of_ones_own_needs_no_key(provider: Provider, address: str) -> None:
    chosen = settings(openai_base_url=address, model="org/small", model_api="chat")
    assert await said(Agent(name="A"), chosen) == "pong"
    assert provider.asked[0]["model"] == "org/small"


async def test_the_agent_s_own_choice_of_a_model_counts(provider: Provider, address: str) -> None:
    chosen = settings(
        openai_base_url=address, model="small", model_api="chat", openai_api_key="secret"
    )
    await said(Agent(name="A", model="large"), chosen)
    assert provider.asked[0]["model"] == "large"
    assert provider.keys == ["Bearer secret"]


async def test_without_a_key_it_is_said_what_is_missing() -> None:
    with pytest.raises(SettingsError, match="OPENAI_API_KEY: neither it nor OPENAI_BASE_URL"):
        models_for(settings()).get_model(None)


async def test_where_nobody_names_a_model_the_default_is_asked_for(
    provider: Provider, address: str
) -> None:
    await said(Agent(name="A"), settings(openai_base_url=address, model_api="chat"))
    assert provider.asked[0]["model"] == get_default_model()


@pytest.mark.parametrize("model", [None, "large"])
def test_whether_an_agent_has_a_model_is_known_before_it_runs(model: str | None) -> None:
    check_model(settings(), Agent(name="A", model=ScriptedModel([])))
    check_model(settings(openai_base_url="http://a"), Agent(name="A", model=model))
    with pytest.raises(SettingsError, match="the agent brings no model of its own"):
        check_model(settings(), Agent(name="A", model=model))
