"""One way to Bolt for whatever came in, over HTTP or through the socket."""

import logging
import time
from collections.abc import Callable
from typing import Any

from slack_bolt.app.async_app import AsyncApp
from slack_bolt.request.async_request import AsyncBoltRequest
from slack_bolt.response import BoltResponse

from bot.front.metrics import Metrics

log = logging.getLogger(__name__)

KINDS = {
    "event_callback": "event",
    "block_actions": "action",
    "message_action": "shortcut",
    "shortcut": "shortcut",
    "view_submission": "view",
    "view_closed": "view",
}


class Desk:
    """Hands verified requests to the app and measures how long Slack waited."""

    def __init__(
        self, app: AsyncApp, metrics: Metrics, *, clock: Callable[[], float] = time.perf_counter
    ) -> None:
        self._app = app
        self._metrics = metrics
        self._clock = clock

    async def serve(self, body: dict[str, Any]) -> BoltResponse:
        """Status 400 for what has not the shape of anything Slack sends."""
        began = self._clock()
        if not is_sound(body):
            return BoltResponse(status=400)
        if body.get("type") == "app_rate_limited":
            log.warning("Slack holds events back: this app gets more of them than it allows")
            return BoltResponse(status=200)
        if body.get("ssl_check"):
            # Nobody did anything: Slack looks whether our certificate is good.
            return BoltResponse(status=200)
        try:
            # A body that is read already: Bolt takes it in this mode only. It reads forms with
            # the word "payload" in them wrongly.
            request = AsyncBoltRequest(mode="socket_mode", body=body)
        except (AttributeError, IndexError, KeyError, TypeError, ValueError):
            return BoltResponse(status=400)
        response = await self._app.async_dispatch(request)
        self._metrics.acked(kind_of(body), self._clock() - began)
        return response


def is_sound(body: dict[str, Any]) -> bool:
    """Whether it has the parts Bolt looks at without asking."""
    if not isinstance(body.get("event", {}), dict):
        return False
    if body.get("type") == "block_actions":
        actions = body.get("actions")
        return isinstance(actions, list) and bool(actions) and isinstance(actions[0], dict)
    view = body.get("view")
    return body.get("type") != "view_submission" or (isinstance(view, dict) and "type" in view)


def kind_of(body: dict[str, Any]) -> str:
    """For the statistics."""
    return "command" if "command" in body else KINDS.get(str(body.get("type")), "other")
