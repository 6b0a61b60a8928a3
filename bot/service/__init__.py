"""What the bot does: listeners hand it records, ports carry out what it decides."""
