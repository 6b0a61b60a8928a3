"""Several things at once, in threads and tasks, and who waits for whom."""
