"""Whether the model answers, without paying for an answer."""

from collections.abc import Sequence

import aiohttp

from bot.doctor.finding import Finding
from bot.settings import Settings
from core.models.default_models import get_default_model

OPENAI = "https://api.openai.com/v1/"
PATIENCE = aiohttp.ClientTimeout(total=10)


async def check_models(settings: Settings) -> Sequence[Finding]:
    """Asks the provider for its list of models, and looks for ours."""
    if not settings.has_model:
        instead = "the agent has to bring its own"
        if settings.agent is None:
            instead = "the example agent uses its scripted one"
        what = f"none configured; {instead}"
        return [Finding("model", "warn", what, "Set OPENAI_API_KEY or OPENAI_BASE_URL")]
    address = (settings.openai_base_url or OPENAI) + "models"
    key = settings.openai_api_key
    headers = {"Authorization": f"Bearer {key.get_secret_value()}"} if key else {}
    try:
        async with (
            aiohttp.ClientSession(timeout=PATIENCE, trust_env=True) as session,
            session.get(address, headers=headers) as response,
        ):
            names = await _names(response)
            return [model_finding(response.status, names, settings.model)]
    except (aiohttp.ClientError, OSError, TimeoutError) as error:
        what = f"the model's provider cannot be reached ({type(error).__name__})"
        return [Finding("model", "fail", what, "Check the network and OPENAI_BASE_URL")]


def model_finding(status: int, names: Sequence[str], wanted: str | None) -> Finding:
    """From the answer to "which models are there"."""
    match status:
        case 401 | 403:
            what = f"the provider refuses OPENAI_API_KEY (HTTP {status})"
            return Finding("model", "fail", what, "Copy the key again")
        case 200 if wanted and names and wanted not in names:
            what = f"the provider does not list BOT_MODEL={wanted}"
            return Finding("model", "warn", what, f"It lists {', '.join(names[:5])}")
        case 200 if not wanted and names and get_default_model() not in names:
            what = f"BOT_MODEL is not set, and the provider does not list {get_default_model()}"
            return Finding("model", "warn", what, f"It lists {', '.join(names[:5])}")
        case 200:
            model = wanted or f"{get_default_model()} by default"
            return Finding("model", "ok", f"the provider answers; model {model}")
        case _:
            what = f"the provider does not list its models (HTTP {status})"
            return Finding("model", "warn", what)


async def _names(response: aiohttp.ClientResponse) -> list[str]:
    try:
        answer = await response.json(content_type=None)
        return [str(model["id"]) for model in answer["data"]]
    except (ValueError, KeyError, TypeError):
        return []
