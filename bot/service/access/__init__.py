"""Who may: `authority` looks up what the rule about approvers needs, `sight` what may be seen.

`policy_book` has the policies in force; `delegates` are on record, `stand_ins` decide just now;
`foresight` looks people up before they click.
"""
