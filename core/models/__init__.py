"""Models and their providers. Only this package imports `openai`, and only where it is needed."""

from core.models.interface import Model, ModelProvider, ModelTracing

__all__ = ["Model", "ModelProvider", "ModelTracing"]
