"""What it costs to have the engine at all."""

import subprocess
import sys


def test_the_engine_is_there_without_the_clients_of_providers() -> None:
    code = (
        "import core, sys; print([m for m in ('openai', 'griffe', 'pydantic') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_every_public_name_exists() -> None:
    import core

    missing = [name for name in core.__all__ if not hasattr(core, name)]
    assert missing == []
