"""What people are told when a run fails."""

import httpx2
import pytest
from openai import APIConnectionError, APITimeoutError

from bot.agents import models_for
from bot.errors import SettingsError
from bot.service.runs.failures import report
from bot.settings import Settings
from core.exceptions import ModelTimeoutError


def test_a_setting_that_is_missing_is_named() -> None:
    nothing = Settings.load(openai_api_key=None, openai_base_url=None)
    with pytest.raises(SettingsError) as missing:
        models_for(nothing).get_model(None)
    told = report(missing.value, [])
    assert "whoever runs me has to set `OPENAI_API_KEY`" in told
    assert told.endswith("Nothing that needs approval was run.")


def test_a_model_that_fell_silent_is_told_apart_from_one_that_cannot_be_reached() -> None:
    request = httpx2.Request("POST", "http://model.test")
    for silent in (APITimeoutError(request), httpx2.ReadTimeout("no"), ModelTimeoutError(1)):
        assert "did not answer in time" in report(silent, [])
    for gone in (APIConnectionError(request=request), httpx2.ReadError("no")):
        assert "could not be reached" in report(gone, [])
