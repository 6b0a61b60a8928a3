"""The model that is used when nobody names one."""

from __future__ import annotations

import os

DEFAULT_MODEL = "gpt-5.6-luna"


def get_default_model() -> str:
    """The model of OPENAI_DEFAULT_MODEL, else a small current one."""
    return os.getenv("OPENAI_DEFAULT_MODEL", DEFAULT_MODEL).lower()
