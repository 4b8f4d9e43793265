"""The script's messages, read with care: anybody may send them."""

from __future__ import annotations

import json
from typing import Any, NamedTuple

NAMES = frozenset({"truecandidates", "solve", "check", "count", "estimate", "solvepath", "step"})
"""The commands that are answered, beside ``cancel``."""


class Asked(NamedTuple):
    """A command with its puzzle."""

    command: str
    data: str


def read(text: str | bytes) -> tuple[int, Asked | dict[str, Any]]:
    """Return a message's nonce, and its command, or what is answered at once.

    >>> read('{"nonce": 7, "command": "cancel"}')
    (7, {'type': 'canceled'})
    >>> read("nonsense")
    (0, {'type': 'invalid', 'message': 'the message is not JSON'})
    """
    try:
        message = json.loads(text)
    except (ValueError, RecursionError):
        return 0, invalid("the message is not JSON")
    if not isinstance(message, dict) or type(message.get("nonce")) is not int:
        return 0, invalid("the message has no nonce")
    nonce, command, data = message["nonce"], message.get("command"), message.get("data")
    if command == "cancel":
        return nonce, {"type": "canceled"}
    if not isinstance(command, str) or command not in NAMES:
        return nonce, invalid(f"there is no command {str(command)[:40]!r}")
    if message.get("dataType") != "fpuzzles" or not isinstance(data, str):
        return nonce, invalid("expected data of dataType fpuzzles")
    return nonce, Asked(command, data)


def invalid(message: str) -> dict[str, Any]:
    """Return the answer that something is wrong."""
    return {"type": "invalid", "message": message}
