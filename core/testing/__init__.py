"""Doubles for tests and demonstrations: a model that follows a script, a ledger in memory."""

from core.testing.ledger import MemoryLedger
from core.testing.model import (
    InvalidModelStep,
    ModelCall,
    ModelResponder,
    ModelScriptError,
    ModelScriptItem,
    ModelStep,
    ModelStepResult,
    ModelStepSpec,
    ModelStreamFactory,
    ScriptedModel,
    UnconsumedModelSteps,
    UnexpectedModelCall,
    assistant_message,
    function_call,
)

__all__ = [
    "InvalidModelStep",
    "MemoryLedger",
    "ModelCall",
    "ModelResponder",
    "ModelScriptError",
    "ModelScriptItem",
    "ModelStep",
    "ModelStepResult",
    "ModelStepSpec",
    "ModelStreamFactory",
    "ScriptedModel",
    "UnconsumedModelSteps",
    "UnexpectedModelCall",
    "assistant_message",
    "function_call",
]
