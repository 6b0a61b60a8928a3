"""What people are told when a run fails."""

import pytest

from bot.agents import models_for
from bot.errors import SettingsError
from bot.service.runs.failures import report
from bot.settings import Settings


def test_a_setting_that_is_missing_is_named() -> None:
    nothing = Settings.load(openai_api_key=None, openai_base_url=None)
    with pytest.raises(SettingsError) as missing:
        models_for(nothing).get_model(None)
    told = report(missing.value, [])
    assert "whoever runs me has to set `OPENAI_API_KEY`" in told
    assert told.endswith("Nothing that needs approval was run.")
