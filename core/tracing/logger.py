"""The logger of what has to do with tracing."""

import logging

logger = logging.getLogger("openai.agents.tracing")
