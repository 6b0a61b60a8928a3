"""What is sent to Redis: plain tuples, so that rules can build commands without a client."""

Argument = str | bytes | int | float
Command = tuple[Argument, ...]
