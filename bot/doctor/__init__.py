"""`signoff doctor`: would it work, and if not, what has to be done."""

from bot.doctor.checks import examine, wrong_setting
from bot.doctor.finding import Finding, Verdict, would_fail
from bot.doctor.table import table

__all__ = ["Finding", "Verdict", "examine", "table", "would_fail", "wrong_setting"]
