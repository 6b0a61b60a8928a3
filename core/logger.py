"""The one logger of the engine."""

import logging

logger = logging.getLogger("core")
