"""Asking the model: what it is shown, how often it is tried, and what its answer asks for."""
