"""Text objects, options, confirmations: the small parts other parts are made of. Data."""

from bot.playground.blocks.rules import Flag, ListOf, Obj, Str, Typed

URL = Str(3000)
ACTION_ID = Str(255)


def plain(most: int = 3000) -> Typed:
    return Typed({"plain_text": Obj({"text": Str(most)}, {"emoji": Flag()})})


def mrkdwn(most: int = 3000) -> Typed:
    return Typed({"mrkdwn": Obj({"text": Str(most)}, {"verbatim": Flag()})})


def either(most: int = 3000) -> Typed:
    """Plain text or mrkdwn."""
    return Typed({**plain(most).variants, **mrkdwn(most).variants})


CONFIRM = Obj(
    {"title": plain(100), "text": either(300), "confirm": plain(30), "deny": plain(30)},
    {"style": Str(among=("primary", "danger"))},
)

OPTION = Obj({"text": plain(75), "value": Str(150)}, {"description": plain(75)})
"""Of a menu."""
RICH_OPTION = Obj({"text": either(75), "value": Str(150)}, {"description": either(75)})
"""Of checkboxes and radio buttons."""
OVERFLOW_OPTION = Obj(
    {"text": plain(75), "value": Str(150)}, {"description": plain(75), "url": URL}
)
OPTION_GROUP = Obj({"label": plain(75), "options": ListOf(OPTION, 1, 100)})

SLACK_FILE = Obj(one_of=("id", "url"), optional={"id": Str(255), "url": URL})
IMAGE = Obj(
    {"alt_text": Str(2000)},
    {"image_url": URL, "slack_file": SLACK_FILE},
    one_of=("image_url", "slack_file"),
)
"""The image element; the block has a title besides."""
