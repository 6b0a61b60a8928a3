"""The larger rooms say at their door what each file is for."""

import re
from collections import Counter
from pkgutil import iter_modules
from types import ModuleType

import pytest

import bot.service
import bot.store


@pytest.mark.parametrize("room", [bot.service, bot.store], ids=["service", "store"])
def test_every_file_is_named_once_in_the_map_of_its_room(room: ModuleType) -> None:
    named = Counter(re.findall(r"`(\w+)`", room.__doc__ or ""))
    assert named == Counter(each.name for each in iter_modules(room.__path__))
