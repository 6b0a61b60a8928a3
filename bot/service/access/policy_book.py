"""The policies in force, which may be read anew while the bot runs."""

import logging
from collections.abc import Callable

from bot.errors import CannotStart
from bot.policy import Policies

log = logging.getLogger(__name__)


class PolicyBook:
    """A request keeps the rule it was made under; only later ones see what was read anew."""

    def __init__(self, policies: Policies, read: Callable[[], Policies] | None = None) -> None:
        """`read` reads them again, and raises `CannotStart` or `OSError`."""
        self._policies = policies
        self._read = read

    @property
    def current(self) -> Policies:
        return self._policies

    def reload(self) -> bool:
        """Whether they could be read; if not, those in force stay in force."""
        if self._read is None:
            return False
        try:
            fresh = self._read()
        except (CannotStart, OSError) as error:
            log.error("the policies stay as they are: %s", error)  # noqa: TRY400 - all is said
            return False
        log.info("policies %s in place of %s", fresh.version, self._policies.version)
        self._policies = fresh
        return True
