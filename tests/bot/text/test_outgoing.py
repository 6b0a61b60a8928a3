"""The model's Markdown: it notifies nobody, and code stays code."""

import re
from collections.abc import Iterable
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.text import MESSAGE, bounded, neutralised, pages, plain, settled, size
from bot.text.fences import fences

JOINER = "\u2060"
FRAGMENTS = st.lists(
    st.sampled_from(
        [
            "<",
            " ",
            "\n",
            "here",
            "&lt;",
            "&#60;",
            "&#x3c;",
            "&amp;",
            "!",
            "@",
            "#C1",
            "&#33;",
            "\\",
            "channel>",
            "U1>",
            "@here",
            "[",
            "Approve",
            "](",
            "][",
            "]:",
            "https://x.example",
            "|",
            ")",
            "]",
            "a",
        ]
    ),
    max_size=12,
).map("".join)


@pytest.mark.parametrize(
    ("markdown", "harmless"),
    [
        ("<!channel> done", f"<{JOINER}!channel> done"),
        ("<@U2> <#C1|x>", f"<{JOINER}@U2> <{JOINER}#C1|x>"),
        ("`<!here>`", f"`<{JOINER}!here>`"),
        ("```\n<!subteam^S1>\n```", f"```\n<{JOINER}!subteam^S1>\n```"),
        ("&lt;!channel&gt;", f"&lt;{JOINER}!channel&gt;"),
        ("&#60;!here&#62;", f"&#60;{JOINER}!here&#62;"),
        ("&#x3C;!here>", f"&#x3C;{JOINER}!here>"),
        ("&amp;lt;!here>", f"&amp;lt;{JOINER}!here>"),
        ("<\\!here>", f"<{JOINER}\\!here>"),
        ("<&#33;here>", f"<{JOINER}&#33;here>"),
        ("ask @channel or @Here", f"ask @{JOINER}channel or @{JOINER}Here"),
    ],
)
def test_a_mention_is_broken_in_every_form(markdown: str, harmless: str) -> None:
    assert neutralised(markdown) == harmless


@pytest.mark.parametrize(
    "markdown",
    [
        "if a < b && c > d",
        "<!DOCTYPE html>\n<!-- note -->",
        "mail me@here.com",
        "[a](https://x?a=1&b=2)",
        "<https://x.example>",
        "**bold** # no heading &amp; ok",
    ],
)
def test_everything_else_stays_as_it_is(markdown: str) -> None:
    assert neutralised(markdown) == markdown


@pytest.mark.parametrize(
    ("markdown", "broken"),
    [
        ("[Approve](https://evil.example)", True),
        ("see [**✅ approve** now](<https://evil.example>)", True),
        ("[Reject \\] it](slack://x)", True),
        ("[Approve [now]](https://evil.example)", True),
        ("[https://ok.example/a](https://evil.example/a)", True),
        ("[www.ok.example](https://ok.example@evil.example)", True),
        ("<https://evil.example|Approve>", True),
        ("[Approve][1] x\n\n[1]: https://evil.example", True),
        ("[Approve][]", True),
        ("[approve]\n\n[Approve]: <https://evil.example>", True),
        ("[Reject]:\n  https://evil.example", True),
        ("[https://ok.example]: https://evil.example", True),
        ("[https://ok.example/a][1]", True),
        ("[see [Approve](https://evil.example) here](https://x.example)", True),
        ("[&#65;pprove](https://evil.example)", True),
        ("[A**ppr**ove](https://evil.example)", True),
        ("[Ap\u200bprove](https://evil.example)", True),
        ("[\u0410pprove](https://evil.example)", True),
        ("![Approve](https://evil.example/a.png)", True),
        ("[the docs][1]\n\n[1]: https://x.example", False),
        ("[ok.example]: https://ok.example", False),
        ("[https://ok.example]: https://ok.example/a", False),
        ("rows[0][1]: 5", False),
        ("[https://ok.example/a](https://www.OK.example:443/b)", False),
        ("[README.md](https://x.example/README.md)", False),
        ("[the approved plan](https://x.example)", False),
        ("- [ ] approve (later)", False),
        ("[approve] and (wait)", False),
    ],
)
def test_a_link_that_passes_for_something_else_is_none(markdown: str, broken: bool) -> None:
    safe = neutralised(markdown)
    assert (safe != markdown) is broken
    assert safe.replace(JOINER, "") == markdown
    assert neutralised(safe) == safe
    for end in range(len(markdown)):
        assert safe.startswith(neutralised(settled(markdown[:end])))


@pytest.mark.parametrize("sign", "\u202a\u202d\u202e\u2067\u2069")
def test_what_turns_the_order_of_reading_is_shown(sign: str) -> None:
    turned = f"\\u{{{ord(sign):x}}}"
    assert neutralised(f"pay {sign}evil{sign}") == f"pay {turned}evil{turned}"
    assert neutralised(f"[{sign}Approve](https://x.example)").startswith(f"[{turned}Approve]")
    assert streamed(f"`a{sign}b`", [3, 4]) == f"`a{turned}b`"


@given(FRAGMENTS)
def test_nothing_is_left_that_slack_could_take_for_a_mention(markdown: str) -> None:
    safe = neutralised(markdown)
    assert not re.search(r"<(!(?!--)|@|#C)", safe.replace("&lt;", "<").replace("&#60;", "<"))
    assert neutralised(safe) == safe
    assert safe.replace(JOINER, "") == markdown


@given(FRAGMENTS, FRAGMENTS)
def test_what_was_streamed_is_not_changed_by_what_comes_after(so_far: str, more: str) -> None:
    shown = neutralised(settled(so_far))
    assert neutralised(so_far + more).startswith(shown)


def streamed(markdown: str, cuts: Iterable[int]) -> str:
    """What stands there in the end, but for who is called where only an address would be."""
    sent, waiting = "", ""
    for start, end in pairwise([0, *sorted(cuts), len(markdown)]):
        waiting += markdown[start:end]
        ready = settled(waiting)
        sent, waiting = sent + neutralised(ready), waiting[len(ready) :]
    return without_shouts(sent + neutralised(waiting))


def without_shouts(text: str) -> str:
    return text.replace(f"@{JOINER}", "@")


@pytest.mark.parametrize(
    "markdown",
    [
        "[https://ok.example [x] ](https://evil.example)",
        "[https://ok.example/\\] ](https://evil.example)",
        "[https://ok.example<](https://evil.example) x",
        "[https://ok.example]( https://ok.example)",
        "[https://ok.example](<https://ok.example>)",
        "<https://evil.example[|Approve it](x)",
        "[Approve][1] [1]: https://evil.example",
        "[https://ok.example]: https://evil.example x",
    ],
)
def test_a_stream_may_be_cut_anywhere(markdown: str) -> None:
    whole = without_shouts(neutralised(markdown))
    for first in range(len(markdown)):
        for second in range(first, len(markdown)):
            assert streamed(markdown, [first, second]) == whole


@given(st.data(), FRAGMENTS)
def test_a_stream_of_whatever_pieces_is_as_safe_as_the_whole(
    data: st.DataObject, markdown: str
) -> None:
    cuts = data.draw(st.lists(st.integers(0, len(markdown))))
    assert streamed(markdown, cuts) == without_shouts(neutralised(markdown))


def code_in(text: str) -> str:
    return "".join(re.findall(r"^```\w*\n(.*?)^```$", text, re.DOTALL | re.MULTILINE))


def test_long_code_is_cut_between_lines_and_stays_what_it_was() -> None:
    code = "".join(f"x[{n}] = '**{n}**' # y {'z' * (n % 90)}\n" for n in range(900))
    markdown = f"# Result\n\nHere:\n\n```py\n{code}```\nDone."
    parts = pages(markdown)
    assert len(parts) > 2
    assert all(size(part) <= MESSAGE for part in parts)
    assert all(part.count("```") % 2 == 0 for part in parts)
    assert all(part.startswith("```py\n") for part in parts[1:-1])
    assert "".join(code_in(part) for part in parts) == code
    assert parts[-1].endswith("```\nDone.")


def test_a_page_ends_between_paragraphs() -> None:
    paragraph = "word " * 440
    parts = pages("\n\n".join([paragraph.strip()] * 12))
    assert len(parts) == 3
    assert all(part == "\n\n".join([paragraph.strip()] * 4) for part in parts)


def test_code_that_fits_into_one_page_is_not_torn() -> None:
    text, code = "word " * 1_400, "x = 1\n" * 1_000
    assert pages(f"{text}\n\n```\n{code}```") == [text.strip("\n"), f"```\n{code}```"]


def test_a_longer_fence_holds_a_shorter_one() -> None:
    inner = "```\nx\n```\n" * 1_500
    parts = pages(f"````md\n{inner}````")
    assert len(parts) == 2
    assert all(part.startswith("````md\n") and part.endswith("\n````") for part in parts)


def test_a_fence_left_open_is_closed() -> None:
    assert pages("```sh\nls") == ["```sh\nls\n```"]


def test_too_many_headings_make_another_page() -> None:
    parts = pages("\n\n".join(f"## {n}\n\ntext\n\n---" for n in range(100)))
    assert [len(re.findall(r"^(?:##|---)", part, re.MULTILINE)) for part in parts][:-1] == [45] * 4
    assert pages("```\n" + "# comment\n" * 200 + "```") == ["```\n" + "# comment\n" * 200 + "```"]


def test_one_endless_line_is_cut_and_complete() -> None:
    parts = pages("🎉" * 20_000)
    assert "".join(parts) == "🎉" * 20_000
    assert all(size(part) <= MESSAGE for part in parts)


def test_blank_text_has_no_pages() -> None:
    assert pages("") == pages(" \n\n ") == []


LINES = st.lists(
    st.sampled_from(["```", "````", "~~~", "```py", "  ```", "# h", "---", "", "x" * 900, "y"]),
    max_size=60,
)


@given(LINES)
def test_any_page_is_within_the_limits_with_all_its_fences_closed(lines: list[str]) -> None:
    parts = pages("\n".join(lines))
    for part in parts:
        assert size(part) <= MESSAGE
        assert list(fences(part.split("\n")))[-1] is None
    assert sum(part.count("x" * 900) for part in parts) == lines.count("x" * 900)
    assert sum(part.count("y") for part in parts) >= lines.count("y")


def test_the_text_for_banners_is_escaped_and_short() -> None:
    assert plain("a < b && <!here>") == f"a &lt; b &amp;&amp; &lt;{JOINER}!here&gt;"
    assert len(plain("é" * 5_000).encode()) <= 3_800


MRKDWN = st.lists(st.sampled_from(["a", "&lt;", "<@U1>", "é", "🎉"]), max_size=40).map("".join)


@given(MRKDWN, st.integers(4, 40))
def test_a_bounded_text_ends_outside_of_entities_and_mentions(text: str, limit: int) -> None:
    short = bounded(text, limit)
    assert len(short.encode()) <= limit
    if short != text:
        body = short.removesuffix("…")
        assert text.startswith(body)
        assert re.fullmatch(r"(?:a|&lt;|<@U1>|é|🎉)*", body)
