"""The note in front of the output of a call whose arguments a person has changed."""

_BEGINNING = "Note: before this ran, a person changed its arguments to "
_END = "\n\n"


def edit_note(arguments: str) -> str:
    """`arguments` is JSON on one line."""
    return _BEGINNING + arguments


def noted(arguments: str, output: str) -> str:
    return f"{edit_note(arguments)}{_END}{output}"


def without_note(output: str) -> str:
    """What the tool itself said."""
    return output.partition(_END)[2] if output.startswith(_BEGINNING) else output
