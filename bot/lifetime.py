"""How long the process is wanted."""

import asyncio
import signal
from collections.abc import Callable
from contextlib import ExitStack

SIGNALS = (signal.SIGINT, signal.SIGTERM)


async def until_stopped(*, on_hangup: Callable[[], object] | None = None) -> None:
    """Returns when somebody asks the process to stop; asking a second time ends it at once.

    `on_hangup` is called at every SIGHUP."""
    loop = asyncio.get_running_loop()
    stop = asyncio.Event()
    wanted: dict[int, Callable[[], object]] = dict.fromkeys(SIGNALS, stop.set)
    if on_hangup is not None and hasattr(signal, "SIGHUP"):
        wanted[signal.SIGHUP] = on_hangup
    with ExitStack() as handlers:
        for number, handler in wanted.items():
            before = signal.getsignal(number)
            try:
                loop.add_signal_handler(number, handler)
            except NotImplementedError:  # Windows has no handlers on its loop
                continue
            # In this order when unwound: the loop leaves the default behind it, not what was there.
            handlers.callback(signal.signal, number, before or signal.SIG_DFL)
            handlers.callback(loop.remove_signal_handler, number)
        await stop.wait()
