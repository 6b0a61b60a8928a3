"""What tools return, and how the model gets to read it."""
