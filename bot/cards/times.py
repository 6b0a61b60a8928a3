"""Points in time as every reader sees them in their own zone."""

from datetime import UTC, datetime

_LAST = 253_402_300_799.0
"""End of the year 9999."""


def moment(when: float) -> str:
    """Slack's date token; clients without it show UTC."""
    return f"<!date^{_whole(when)}^{{date_short_pretty}} {{time}}|{utc(when)}>"


def to_the_second(when: float) -> str:
    """For whoever wants to know exactly."""
    return f"<!date^{_whole(when)}^{{date_short_pretty}} {{time_secs}}|{utc(when)}>"


def utc(when: float) -> str:
    return f"{datetime.fromtimestamp(_whole(when), UTC):%Y-%m-%d %H:%M} UTC"


def _whole(when: float) -> int:
    return int(min(max(when, 0.0), _LAST))
