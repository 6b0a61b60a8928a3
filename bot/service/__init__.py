"""What the bot does: listeners hand it records, ports carry out what it decides.

- `inbound`: what people do. `runs`: a thread and its run. `outbound`: what the world learns of it.
- `lookup`: what people look up. `access`: who may do and see what.
- By itself: the `sweeper`. For all: `background`, `waking`, and `counting` for the metrics.
"""
