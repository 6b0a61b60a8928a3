"""Rules for the whole suite."""

import os
from collections.abc import Generator
from typing import TypeVar

import pytest
from hypothesis import settings

# How long an example takes depends on what else the machine does.
settings.register_profile("suite", deadline=None)
settings.load_profile("suite")

R = TypeVar("R", pytest.TestReport, pytest.CollectReport)

WORKERS = "PYTEST_XDIST_AUTO_NUM_WORKERS"


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """What `-n auto` means: one process more than there are cores, since many tests wait for
    something."""
    return int(os.environ.get(WORKERS) or (os.cpu_count() or 1) + 1)


NO_SKIPS = "SIGNOFF_NO_SKIPS"
"""Set where everything a test can need is installed: there a skipped test is a failed one."""


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    return _no_skips((yield))


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report() -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    return _no_skips((yield))


def _no_skips(report: R) -> R:
    if os.environ.get(NO_SKIPS) and report.outcome == "skipped" and not hasattr(report, "wasxfail"):
        report.outcome = "failed"
        report.longrepr = f"skipped although {NO_SKIPS} is set: {report.longrepr}"
    return report
