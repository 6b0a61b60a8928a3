"""How long the process is wanted, and that it ends when it is not."""

import asyncio
import logging
import os
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

log = logging.getLogger(__name__)

SIGNALS = (signal.SIGINT, signal.SIGTERM)
LONGEST_END = 20.0
"""Seconds; less than the half minute that most supervisors give a process to end."""


@contextmanager
def asked_to_stop(*, on_hangup: Callable[[], object] | None = None) -> Iterator[asyncio.Event]:
    """Yields what is set when somebody asks the process to stop; asking a second time ends it at
    once. `on_hangup` is called at every SIGHUP.

    Without `on_hangup` a terminal that is closed asks as well, unless somebody wants that ignored
    (`nohup`)."""
    loop = asyncio.get_running_loop()
    stop = asyncio.Event()
    with ExitStack() as handlers:

        def asked() -> None:
            stop.set()
            handlers.close()

        wanted: dict[int, Callable[[], object]] = dict.fromkeys(SIGNALS, asked)
        if hasattr(signal, "SIGHUP") and (on_hangup or not _ignored(signal.SIGHUP)):
            wanted[signal.SIGHUP] = on_hangup or asked
        for number, handler in wanted.items():
            before = signal.getsignal(number)
            try:
                loop.add_signal_handler(number, handler)
            except NotImplementedError:  # Windows has no handlers on its loop
                continue
            # In this order when unwound: the loop leaves the default behind it, not what was there.
            handlers.callback(signal.signal, number, before or signal.SIG_DFL)
            handlers.callback(loop.remove_signal_handler, number)
        yield stop


def stop_with(pipe: int) -> None:
    """Ask this process to stop when nobody holds the other end of `pipe`, a file descriptor, any
    more: whoever started it is gone, however that ended."""

    def read() -> None:
        while os.read(pipe, 1024):
            pass
        os.kill(os.getpid(), signal.SIGTERM)

    threading.Thread(target=read, name="whoever started this", daemon=True).start()


def _ignored(number: int) -> bool:
    return signal.getsignal(number) is signal.SIG_IGN


async def end(*tasks: asyncio.Task[Any]) -> None:
    """Cancel them until they are over. Once is not always enough: a client that is cut off in the
    middle of a command may report a broken connection, and whoever waits for it tries again."""
    left = {task for task in tasks if not task.done()}
    while left:
        for task in left:
            task.cancel()
        _, left = await asyncio.wait(left, timeout=0.5)
    for task in tasks:
        if not task.cancelled():
            task.exception()


@contextmanager
def bounded_end(
    limit: float = LONGEST_END, leave: Callable[[], object] = lambda: os._exit(1)
) -> Iterator[Callable[[], None]]:
    """Yields what to call when the end begins: from then on the context has `limit` seconds, and
    then the process is left as if it were killed. All that counts is on record, and the next
    process goes on from there."""
    loop = asyncio.get_running_loop()

    def give_up() -> None:
        names = sorted(task.get_name() for task in asyncio.all_tasks(loop))
        log.error("not over after %g s, left at once; under way: %s", limit, ", ".join(names))
        leave()

    # Beside the loop, which may be what hangs.
    timer = threading.Timer(limit, give_up)
    timer.daemon = True
    try:
        yield timer.start
    finally:
        timer.cancel()
