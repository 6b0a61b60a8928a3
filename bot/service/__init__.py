"""What the bot does: listeners hand it records, ports carry out what it decides.

- Taken in by `intake`: `errands`, `commands` (`subcommands`, `until`), `windows` (`edits`), and
  `greeting` for nothing.
- Ruled on: `decisions` understands, `rulings` asks `authority`; `origin` and `strays` look where it
  comes from, `readings` what was seen, and `witness` tells the audit what did not count.
- A thread: `threads` does what `moves` says; `calling_off`, `doubts`.
- A run: `conversation`, in a `stretch` with `statelog`, `history` and `scene`; `verdicts` come in,
  the `ledger` asks `admission`. Shown by `progress` and `stop_button`; `failures` has the words.
  What is broken off is read by `leaving`, and `remains` in the conversation.
- Asked of people: `offers` of `requests`, `questions`, what a `standing_word` covers; `foresight`.
- Told by the `courier`: `shown_cards`, `copies`, `reminders`, `results`; what is `undelivered`.
  `cards_due`, `drawings`, `redrawing`, `slate` say what is put where, `once`, `twins` and `assured`
  see to it that it is said once.
- Told one person: `replier`, `homes`, `overview` (`nearest`); by `sight`, `links`, `turning`.
- In somebody's place: `delegating`, `handovers`; `delegates` on record, `stand_ins` at the moment.
- By itself: `sweeper`, `deadlines`. For all: `background`, `waking`, `policy_book`, `counting`.
"""
