"""The larger rooms say at their door what each file is for."""

import re
from collections import Counter
from pkgutil import iter_modules
from types import ModuleType

import pytest

import bot.service
import bot.service.access
import bot.service.inbound
import bot.service.lookup
import bot.service.outbound
import bot.service.runs
import bot.store

ROOMS = [
    bot.service,
    bot.service.access,
    bot.service.inbound,
    bot.service.lookup,
    bot.service.outbound,
    bot.service.runs,
    bot.store,
]


@pytest.mark.parametrize("room", ROOMS, ids=lambda room: room.__name__)
def test_every_file_is_named_once_in_the_map_of_its_room(room: ModuleType) -> None:
    named = Counter(re.findall(r"`(\w+)`", room.__doc__ or ""))
    assert named == Counter(each.name for each in iter_modules(room.__path__))
