"""What keeps the bot from starting, split by who must act.

CannotStart             one line for the terminal, no traceback, exit code 2
└── SettingsError       a variable or a file is missing or wrong; the text says what to do
"""


class CannotStart(Exception):
    """Somebody has to put something right before the bot can run; the text says what."""


class SettingsError(CannotStart):
    """A setting is missing or wrong."""

    def __init__(self, name: str, problem: str, remedy: str) -> None:
        super().__init__(f"{name}: {problem}. {remedy}")
        self.name = name
        """The variable or file."""
        self.problem = problem
        self.remedy = remedy
