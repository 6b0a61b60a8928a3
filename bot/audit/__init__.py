"""The audit: what is written down about whom, how it hangs together, and how it is checked.

Every entry carries the hash of the one before, so that none can be changed, taken out or moved
without a trace. Nothing here awaits.
"""

from bot.audit.chain import GENESIS, Link, linked
from bot.audit.export import FORMATS, Format, exported
from bot.audit.verify import Verdict, verify

__all__ = ["FORMATS", "GENESIS", "Format", "Link", "Verdict", "exported", "linked", "verify"]
