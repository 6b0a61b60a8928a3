"""Where a run's conversation is kept beside its state: in a session, or at the provider."""
