"""Keeps other sites out: a page elsewhere must not drive the playground through a browser.

The Host header has to be one of ours (against DNS rebinding), an Origin has to be ours too, and
no other page may frame ours.
"""

from collections.abc import Collection

from aiohttp import web
from aiohttp.typedefs import Handler, Middleware

_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'self'; img-src 'self' data:; frame-ancestors 'none'; "
        "base-uri 'none'; form-action 'none'"
    ),
    "Cache-Control": "no-cache",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}


def local_names(host: str, port: int) -> frozenset[str]:
    """The Host headers a server bound here answers to."""
    names = {host, "localhost", "127.0.0.1", "[::1]"}
    bound = {f"{name}:{port}" for name in names}
    return frozenset(bound | (names if port == 80 else set()))


def guard(hosts: Collection[str]) -> Middleware:
    """A middleware that admits only these Host headers and pages of theirs."""

    @web.middleware
    async def admit(request: web.Request, handler: Handler) -> web.StreamResponse:
        if request.host not in hosts:
            raise web.HTTPForbidden(text="unknown host")
        origin = request.headers.get("Origin")
        if origin is not None and origin.removeprefix("http://") not in hosts:
            raise web.HTTPForbidden(text="unknown origin")
        response = await handler(request)
        if not response.prepared:
            response.headers.update(_HEADERS)
        return response

    return admit
