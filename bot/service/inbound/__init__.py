"""What people do: stored first, acknowledged, then carried out and answered.

- Taken in by `intake`: kept as `errands`, or answered as `commands` (`subcommands`, `until`) and
  `windows` (`edits`). `origin` and `strays` look where it comes from, `readings` what was seen.
- Ruled on: `decisions` understands, `rulings` decide; `witness` tells the audit what did not
  count.
- `calling_off` a run; `delegating` and `handovers` for whoever is away; `deadlines` when nobody
  comes.
- Told one person by the `replier`; `assured` says it once more.
"""
