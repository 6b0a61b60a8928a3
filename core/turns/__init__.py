"""Carrying out the steps of a run that are no calls of tools."""
