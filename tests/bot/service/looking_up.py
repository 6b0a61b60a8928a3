"""The services by which people look things up, on a store that a test has filled."""

from bot.ports import Clock, Messenger
from bot.service.access.authority import Authority
from bot.service.access.delegates import Delegates
from bot.service.access.sight import Sight
from bot.service.background import Background
from bot.service.lookup.homes import HomeDesk
from bot.service.lookup.links import Links
from bot.service.lookup.overview import Overview
from bot.store import Store
from bot.testing.directory import MemoryDirectory
from bot.testing.messenger import MemoryMessenger


def authority_on(store: Store, directory: MemoryDirectory, clock: Clock) -> Authority:
    return Authority(directory, Delegates(store.delegations, store.audit, clock))


def home_desk(
    store: Store,
    directory: MemoryDirectory,
    clock: Clock,
    messenger: Messenger | None = None,
    *,
    command: str = "/agent",
) -> HomeDesk:
    messenger = messenger or MemoryMessenger()
    authority = authority_on(store, directory, clock)
    return HomeDesk(
        homes=store.homes,
        runs=store.runs,
        approvals=store.approvals,
        authority=authority,
        sight=Sight(directory, authority),
        links=Links(messenger),
        messenger=messenger,
        background=Background(),
        clock=clock,
        command=command,
    )


def overview_on(store: Store, directory: MemoryDirectory, clock: Clock) -> Overview:
    return Overview(
        runs=store.runs,
        approvals=store.approvals,
        sight=Sight(directory, authority_on(store, directory, clock)),
        links=Links(MemoryMessenger()),
        audit=store.audit,
        command="/agent",
    )
