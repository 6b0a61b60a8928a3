"""What tools are made of, how they are entered, and what becomes of their failures."""
