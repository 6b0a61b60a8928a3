"""What stands where a provider gave no id tells nothing apart, and reaches no provider."""

from types import SimpleNamespace
from typing import Any

from core import SQLiteSession
from core.memory.openai_responses_compaction_session import OpenAIResponsesCompactionSession
from core.models.fake_id import FAKE_RESPONSES_ID
from core.sessions.pending_write import already_there

WORDS: Any = {
    "type": "message",
    "role": "assistant",
    "id": FAKE_RESPONSES_ID,
    "content": [{"type": "output_text", "text": "done"}],
}
CALL: Any = {
    "type": "function_call",
    "id": FAKE_RESPONSES_ID,
    "call_id": "c1",
    "name": "look",
    "arguments": "{}",
}


def test_words_that_were_said_twice_are_not_taken_for_one_append() -> None:
    assert already_there([WORDS], [WORDS]) == 0
    assert already_there([WORDS, CALL], [CALL, WORDS]) == 1
    assert already_there([WORDS | {"id": "msg_1"}], [WORDS | {"id": "msg_1"}]) == 1


async def test_a_history_that_is_made_shorter_is_sent_without_them() -> None:
    sent: list[Any] = []

    async def compact(**asked: Any) -> Any:
        sent.extend(asked["input"])
        return SimpleNamespace(output=[])

    client: Any = SimpleNamespace(responses=SimpleNamespace(compact=compact))
    kept = SQLiteSession("s")
    session = OpenAIResponsesCompactionSession(
        "s", kept, client=client, model="gpt-5", compaction_mode="input"
    )
    await session.add_items([WORDS, CALL])
    await session.run_compaction({"force": True})
    assert [item["type"] for item in sent] == ["message", "function_call"]
    assert not any("id" in item for item in sent)
    kept.close()
