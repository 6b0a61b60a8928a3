"""From the workspace to the app: signed HTTP posts or Socket Mode envelopes, with retries."""

from bot.playground.delivery.courier import Courier, Times
from bot.playground.delivery.outgoing import Answer, Delivery, FrontEnd, Outgoing, Retry, sign
from bot.playground.delivery.request_url import RequestUrl
from bot.playground.delivery.sockets import Connection, Sockets

__all__ = [
    "Answer",
    "Connection",
    "Courier",
    "Delivery",
    "FrontEnd",
    "Outgoing",
    "RequestUrl",
    "Retry",
    "Sockets",
    "Times",
    "sign",
]
