"""The version of everything that is kept, so that old and new processes can run side by side."""

SCHEMA = 1
"""Grows with every change of records, keys or engine states that an older bot would misread. A
thread that a newer bot has held is left to newer bots."""
