"""Every block and element the page draws, and texts that would like to be more than text."""

from typing import Any

from bot.playground import Message, Playground

Json = dict[str, Any]

SCRIPT = '<script>document.title="hacked"</script><img src=x onerror=document.title="hacked">'
JAVASCRIPT = "javascript:document.title='hacked'"
BIDI = "user\u202egnp.exe"


def plain(text: str) -> Json:
    return {"type": "plain_text", "text": text}


def mrkdwn(text: str) -> Json:
    return {"type": "mrkdwn", "text": text}


def _option(text: str) -> Json:
    return {"text": plain(text), "value": text.lower()}


def _text(text: str, **style: bool) -> Json:
    return {"type": "text", "text": text} | ({"style": style} if style else {})


def _line(*parts: Json) -> Json:
    return {"type": "rich_text_section", "elements": list(parts)}


def _rich(*elements: Json) -> Json:
    return {"type": "rich_text", "elements": list(elements)}


OPTIONS = [_option("Small"), _option("Large")]

MRKDWN = (
    "*bold* _italic_ ~strike~ `code *not bold*` snake_case_name 2*3*4 :rocket: :unknown_one:\n"
    "<@U0MIRA> <#C0OPS|ops> <!subteam^S0SRE|@sre> <!here> "
    "<https://example.com/a?b=1&amp;c=2|a link>\n"
    "&gt; quoted &amp; *strong*\n"
    "<!date^86400^{date_num} {time_secs}|long ago> &lt;!channel&gt; ```pre *as is*```"
)

MARKDOWN = """# Heading one
Some **bold**, *italic*, ~~gone~~, `code <b>`, ***both*** and [a link](https://example.com/x_(y)).

1. first
   - nested `one`
   - [x] ticked
2. second

> quoted **line**
> > deeper

| Service | Replicas |
|:--------|---------:|
| pay\\|ments | 4 |

```python
print("<b>**not bold**</b>")
```
---
An ![image](https://example.com/i.png) becomes a link. &lt;!channel&gt; \\*literal\\*
"""

RICH = _rich(
    _line(
        _text("plain "),
        _text("bold", bold=True),
        _text(" both", italic=True, strike=True),
        _text(" code", code=True),
        {"type": "user", "user_id": "U0JONAS"},
        {"type": "channel", "channel_id": "C0OPS"},
        {"type": "usergroup", "usergroup_id": "S0SRE"},
        {"type": "broadcast", "range": "here"},
        {"type": "emoji", "name": "tada", "unicode": "1f389"},
        {"type": "link", "url": "https://example.com", "text": "site"},
        {"type": "date", "timestamp": 0, "format": "{date_num}", "fallback": "1970"},
    ),
    {"type": "rich_text_list", "style": "ordered", "elements": [_line(_text("one"))], "offset": 2},
    {"type": "rich_text_list", "style": "bullet", "elements": [_line(_text("in"))], "indent": 1},
    {"type": "rich_text_quote", "elements": [_text("quote *as is*")]},
    {"type": "rich_text_preformatted", "elements": [_text('a: "*b*"\n<@U0MIRA>')]},
)

TABLE = {
    "type": "table",
    "column_settings": [{"align": "left"}, {"align": "right"}],
    "rows": [
        [{"type": "raw_text", "text": "Service"}, {"type": "raw_text", "text": "Replicas"}],
        [{"type": "raw_text", "text": "payments"}, {"type": "raw_number", "value": 4, "text": "4"}],
    ],
}

PLAN = {
    "type": "plan",
    "title": "Rolling restart",
    "tasks": [
        {"type": "task_card", "task_id": "1", "title": "Drain", "status": "complete"},
        {
            "type": "task_card",
            "task_id": "2",
            "title": "Restart",
            "status": "in_progress",
            "details": _rich(_line(_text("one after the other"))),
            "sources": [{"type": "url", "url": "https://example.com/run", "text": "runbook"}],
        },
    ],
}

CONTROLS = {
    "type": "actions",
    "block_id": "controls",
    "elements": [
        {"type": "button", "action_id": "go", "text": plain("Go"), "style": "primary"},
        {
            "type": "button",
            "action_id": "wipe",
            "text": plain("Wipe"),
            "style": "danger",
            "confirm": {
                "title": plain("Really wipe?"),
                "text": mrkdwn("This *cannot* be undone."),
                "confirm": plain("Wipe it"),
                "deny": plain("Keep it"),
                "style": "danger",
            },
        },
        {"type": "static_select", "action_id": "size", "options": OPTIONS},
        {"type": "users_select", "action_id": "who"},
        {"type": "datepicker", "action_id": "day", "initial_date": "2026-01-31"},
        {"type": "overflow", "action_id": "more", "options": OPTIONS},
    ],
}

BLOCKS: list[Json] = [
    {"type": "header", "text": plain("Every block :wave:")},
    {"type": "section", "text": mrkdwn(MRKDWN)},
    {"type": "section", "fields": [mrkdwn("*Service*\npayments"), plain("Env\nstaging")]},
    {
        "type": "section",
        "text": plain("With an accessory"),
        "accessory": {"type": "checkboxes", "action_id": "tick", "options": OPTIONS},
    },
    {"type": "divider"},
    {"type": "context", "elements": [mrkdwn("context _words_"), plain("*as is*")]},
    {
        "type": "image",
        "image_url": "https://example.com/i.png",
        "alt_text": "A chart",
        "title": plain("Load"),
    },
    RICH,
    {"type": "markdown", "text": MARKDOWN},
    TABLE,
    PLAN,
    {
        "type": "card",
        "title": plain("A card"),
        "body": mrkdwn("with a *body*"),
        "actions": [{"type": "button", "action_id": "card", "text": plain("Open")}],
    },
    {
        "type": "container",
        "title": plain("A container"),
        "child_blocks": [{"type": "section", "text": plain("held inside")}],
    },
    {
        "type": "context_actions",
        "elements": [
            {
                "type": "feedback_buttons",
                "action_id": "feedback",
                "positive_button": {"text": plain("Good"), "value": "+"},
                "negative_button": {"text": plain("Bad"), "value": "-"},
            }
        ],
    },
    CONTROLS,
]

HOSTILE: list[Json] = [
    {"type": "header", "text": plain(SCRIPT)},
    {
        "type": "section",
        "text": mrkdwn(f"{SCRIPT} <{JAVASCRIPT}|click me> <data:text/html,x|or me>"),
    },
    {"type": "section", "text": plain(f"*{BIDI}* {SCRIPT}")},
    {"type": "markdown", "text": f"{SCRIPT} [click]({JAVASCRIPT}) <{JAVASCRIPT}>\n\n{'>' * 300}"},
    _rich(
        _line(
            _text(SCRIPT),
            {"type": "link", "url": JAVASCRIPT, "text": "click"},
            {"type": "user", "user_id": SCRIPT},
        ),
        {"type": "rich_text_preformatted", "elements": [_text(SCRIPT + BIDI)]},
    ),
    {"type": "image", "image_url": JAVASCRIPT, "alt_text": SCRIPT},
    {"type": "__proto__", "text": plain("a block nobody knows")},
    {"type": "section", "text": None, "fields": 3},
    {
        "type": "actions",
        "elements": [
            {"type": "button", "action_id": "x", "text": plain(SCRIPT), "url": JAVASCRIPT},
            {"type": "constructor", "action_id": "y"},
        ],
    },
]

MODAL: Json = {
    "type": "modal",
    "callback_id": "form",
    "title": plain("A form"),
    "submit": plain("Send"),
    "close": plain("Not now"),
    "blocks": [
        {"type": "section", "text": mrkdwn("Please *fill in*.")},
        {
            "type": "input",
            "block_id": "reason",
            "label": plain("Reason"),
            "hint": plain("Others read it."),
            "element": {"type": "plain_text_input", "action_id": "text", "min_length": 3},
        },
        {
            "type": "input",
            "block_id": "size",
            "label": plain("Size"),
            "element": {"type": "static_select", "action_id": "menu", "options": OPTIONS},
        },
        {
            "type": "input",
            "block_id": "level",
            "label": plain("Level"),
            "element": {"type": "radio_buttons", "action_id": "radio", "options": OPTIONS},
        },
        {
            "type": "input",
            "block_id": "tell",
            "optional": True,
            "label": plain("Tell"),
            "element": {"type": "multi_users_select", "action_id": "users"},
        },
    ],
}

SECOND: Json = {
    "type": "modal",
    "title": plain("On top"),
    "blocks": [{"type": "section", "text": mrkdwn("A second one.")}],
}


def post(slack: Playground, blocks: list[Json]) -> None:
    """Put blocks on the screen as the app's, even such as Slack refuses."""
    workspace = slack.workspace
    app = workspace.app
    workspace.post(
        Message(
            channel="C0OPS",
            ts=workspace.timeline.next_ts(),
            user=app.bot_user_id,
            bot_id=app.bot_id,
            text="see blocks",
            blocks=tuple({"block_id": workspace.new_id("b"), **block} for block in blocks),
        )
    )
