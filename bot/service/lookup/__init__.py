"""What people look up: `overview` for commands (`nearest`), `homes` that are kept right.

Pages are turned by `turning`; `links` lead to what was asked and to cards.
"""
