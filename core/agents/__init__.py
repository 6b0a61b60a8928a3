"""What an agent is checked for, told apart by and known by, and what it can use right now."""
