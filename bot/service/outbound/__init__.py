"""What the world learns of a thread: its outbox, delivered once and in order.

- The `courier` delivers: `shown_cards`, `copies`, `reminders`, `results`, `greeting`; what is
  `undelivered` ends otherwise.
- `cards_due`, `drawings`, `redrawing`, `slate` say what is put where, `discretion` where no card
  may stand; `once` and `twins` see to it that it stands there once.
"""
