-- Appends to the outbox. Args: notice.
append(outbox, arg())
keep()
return 'ok'
