"""A thread and its run, by whoever holds it.

- `threads` does what `moves` says.
- A run: `conversation`, in a `stretch` with `statelog`, `history` and `scene`; `verdicts` come in,
  the `ledger` asks `admission`. Shown by `progress` and `stop_button`; `failures` has the words.
- Asked of people: `offers` of `requests`, `questions`; what a `standing_word` covers; `fitting`:
  whether a tool can read what they approved.
- What an `interruption` or a crash breaks off is read by `leaving`, and `remains` in the
  conversation; `doubts` are calls whose run ended before they did.
"""
