"""What was said and done in a run, item by item, and which call is which."""
