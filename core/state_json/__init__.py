"""The stored form of a run's state."""
