"""Rich text: sections, lists, quotes and preformatted text, and what may stand in each. Data."""

from bot.playground.blocks.rules import Flag, Int, ListOf, Obj, Str, Typed

_STYLE = Obj(
    optional={
        name: Flag()
        for name in (
            "bold", "italic", "strike", "code", "underline", "highlight", "client_highlight",
            "unlink",
        )
    }
)  # fmt: skip
_ID = Str(255)
_STYLED = {"style": _STYLE}

TEXT = Obj({"text": Str(13_200)}, _STYLED)
LINK = Obj({"url": Str(3000)}, {"text": Str(3000), "unsafe": Flag(), **_STYLED})

PARTS = Typed(
    {
        "text": TEXT,
        "link": LINK,
        "user": Obj({"user_id": _ID}, _STYLED),
        "usergroup": Obj({"usergroup_id": _ID}, _STYLED),
        "channel": Obj({"channel_id": _ID}, _STYLED),
        "team": Obj({"team_id": _ID}, _STYLED),
        "emoji": Obj({"name": Str(255)}, {"skin_tone": Int(1, 6), "unicode": Str(255), **_STYLED}),
        "date": Obj(
            {"timestamp": Int(), "format": Str(255)},
            {"url": Str(3000), "fallback": Str(3000), **_STYLED},
        ),
        "broadcast": Obj({"range": Str(among=("here", "channel", "everyone"))}, _STYLED),
        "color": Obj({"value": Str(255)}, _STYLED),
    }
)

SECTION = Obj({"elements": ListOf(PARTS, least=1)})
PREFORMATTED = Obj({"elements": ListOf(PARTS.only("text", "link"), least=1)}, {"border": Int(0, 1)})
QUOTE = Obj({"elements": ListOf(PARTS, least=1)}, {"border": Int(0, 1)})
LIST = Obj(
    {
        "elements": ListOf(Typed({"rich_text_section": SECTION}), least=1),
        "style": Str(among=("bullet", "ordered")),
    },
    {"indent": Int(0, 8), "offset": Int(), "border": Int(0, 1)},
)

RICH_TEXT = Obj(
    {
        "elements": ListOf(
            Typed(
                {
                    "rich_text_section": SECTION,
                    "rich_text_list": LIST,
                    "rich_text_preformatted": PREFORMATTED,
                    "rich_text_quote": QUOTE,
                }
            ),
            least=1,
        )
    },
    {"block_id": Str(255)},
)
