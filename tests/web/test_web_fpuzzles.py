"""The websocket of f-puzzles' solver script: every command, cancelling, and hostile clients."""

from __future__ import annotations

import asyncio
import json
import math
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from decimal import Decimal
from statistics import NormalDist
from typing import Any

import pytest

pytest.importorskip("fastapi", reason="the page needs the extra web")
pytest.importorskip("websockets", reason="the script connects by websocket")

from command_line import refusal as refused_command
from serving import server
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect
from well_known import EASY, EASY_SOLVED

from cpsudoku.asking.estimation import Estimate
from cpsudoku.errors import CpsudokuError, OptionError
from cpsudoku.formats.setters.lzstring import compressed
from cpsudoku.web import fpuzzles as commands
from cpsudoku.web import serving
from cpsudoku.web.fpuzzles import Command, obey
from cpsudoku.web.memory import Memory

SOLVED = [1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1]
CAGES = [("R1C1 R1C2 R1C3", 6), ("R2C2 R2C3", 5), ("R3C2 R4C2", 4), ("R4C3 R4C4", 3)]
TWO_SOLUTIONS = "12343412........"


def grid(text: str) -> list[list[dict[str, Any]]]:
    """The cells of a puzzle as f-puzzles has them."""
    size = {16: 4, 36: 6, 81: 9}[len(text)]
    cells = [{"value": int(c), "given": True} if c != "." else {} for c in text]
    return [cells[row * size : (row + 1) * size] for row in range(size)]


def data(text: str, **fields: Any) -> str:
    rows = grid(text)
    return compressed(json.dumps({"size": len(rows), "grid": rows} | fields))


def killer(*, cages: int = 4, **fields: Any) -> str:
    drawn = [{"cells": cells.split(), "value": str(total)} for cells, total in CAGES[:cages]]
    return data("." * 16, killercage=drawn, **fields)


class Script:
    """Talks to the server as the script does."""

    def __init__(self, socket: Any) -> None:
        self.socket = socket
        self.nonce = 0

    def send(self, command: str, puzzle: str | None = None) -> None:
        self.nonce += 1
        message: dict[str, Any] = {"nonce": self.nonce, "command": command}
        if puzzle is not None:
            message |= {"dataType": "fpuzzles", "data": puzzle}
        self.socket.send(json.dumps(message))

    def answer(self) -> dict[str, Any]:
        """The next answer to the last message; the script looks at no others."""
        while True:
            found: dict[str, Any] = json.loads(self.socket.recv(timeout=60))
            if found.pop("nonce") == self.nonce:
                return found

    def ask(self, command: str, puzzle: str) -> dict[str, Any]:
        self.send(command, puzzle)
        return self.answer()


@contextmanager
def connected(address: str, **options: Any) -> Iterator[Script]:
    with connect(address.replace("http", "ws"), **options) as socket:
        yield Script(socket)


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with server("-j", "1", "--fpuzzles", "--port", str(free_port())) as found:
        yield found


def free_port() -> int:
    import socket

    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


@pytest.fixture
def script(address: str) -> Iterator[Script]:
    with connected(address, origin="https://f-puzzles.com") as found:
        yield found


def test_true_candidates_are_counted_up_to_the_number_that_was_asked_for(script: Script) -> None:
    found = script.ask("truecandidates", killer())
    expected = [int(digit == true) for true in SOLVED for digit in (1, 2, 3, 4)]
    assert found == {"type": "truecandidates", "solutionsPerCandidate": expected}
    for option, most in (([], 1), (["truecandidatesnumsolutions=3"], 3), (["colored"], 8)):
        few = killer(cages=1, truecandidatesoptions=option)
        counts = script.ask("truecandidates", few)["solutionsPerCandidate"]
        assert max(counts) == most
        assert counts[3] == 0  # in r1c1, whose cage has 1 to 3


@pytest.mark.compiled
def test_candidates_that_logic_leaves_in_vain_are_distinguished(script: Script) -> None:
    cages = [("R1C1 R1C2 R2C2", 7), ("R2C4 R3C4", 5)]
    drawn = [{"cells": cells.split(), "value": str(total)} for cells, total in cages]
    sent = data("." * 16, killercage=drawn, truecandidatesoptions=["logical"])
    assert -1 in script.ask("truecandidates", sent)["solutionsPerCandidate"]
    found = script.ask("truecandidates", killer(truecandidatesoptions=["logical"]))
    assert -1 not in found["solutionsPerCandidate"]  # each cage alone leaves enough


def test_entered_digits_count_for_steps_alone(script: Script) -> None:
    rows = grid(EASY)
    rows[0][2] = {"value": 4}
    wrong = compressed(json.dumps({"size": 9, "grid": rows}))
    assert script.ask("check", wrong)["count"] == 1
    rows[0][2] = {"value": 5}  # as in the same row
    wrong = compressed(json.dumps({"size": 9, "grid": rows}))
    assert script.ask("check", wrong)["count"] == 1
    assert script.ask("solve", wrong)["solution"] == list(map(int, EASY_SOLVED))


def test_a_puzzle_is_solved_checked_and_counted(script: Script) -> None:
    assert script.ask("solve", killer()) == {"type": "solved", "solution": SOLVED}
    for puzzle, checked, counted in (
        (killer(), 1, 1),
        (data(TWO_SOLUTIONS), 2, 4),
        (data("11" + "." * 14), 0, 0),
    ):
        for command, number in (("check", checked), ("count", counted)):
            found = script.ask(command, puzzle)
            assert found == {"type": "count", "count": number, "inProgress": False}
    assert script.ask("solve", data("11" + "." * 14))["type"] == "invalid"
    none = script.ask("truecandidates", data("11" + "." * 14))
    assert none == {"type": "invalid", "message": "No solutions found."}


def test_a_long_count_says_how_far_it_is_until_it_is_cancelled(script: Script) -> None:
    found = script.ask("count", data("." * 81))
    assert (found["type"], found["inProgress"]) == ("count", True)
    assert found["count"] >= 1000
    counting = script.nonce
    script.send("cancel")
    assert script.answer() == {"type": "canceled"}
    message = {"inProgress": True}
    while message.get("inProgress"):
        message = json.loads(script.socket.recv(timeout=60))
    assert message == {"nonce": counting, "type": "canceled"}


def test_a_new_message_ends_the_last_job(script: Script) -> None:
    script.send("count", data("." * 81))
    counting = script.nonce
    time.sleep(0.3)
    script.send("check", killer())
    messages: list[dict[str, Any]] = []
    while not messages or messages[-1]["nonce"] != script.nonce:
        messages.append(json.loads(script.socket.recv(timeout=60)))
    assert {"nonce": counting, "type": "canceled"} in messages
    assert messages[-1]["count"] == 1
    with pytest.raises(TimeoutError):
        script.socket.recv(timeout=0.5)  # nothing more of the first


def test_time_that_runs_out_while_solving_is_no_proof_that_there_is_nothing() -> None:
    found = obey(Command("solve", data("." * 81)), cells=100, seconds=0, memory=Memory())
    assert json.loads(found)["type"] == "canceled"


@pytest.mark.compiled
def test_an_estimate_goes_on_until_it_is_cancelled(script: Script) -> None:
    before = script.ask("estimate", data("." * 16))
    assert before["type"] == "estimate"
    for _ in range(3):
        found = script.answer()
        assert found["iterations"] > before["iterations"]
        before = found
    assert found["ci95_lower"] < 288 < found["ci95_upper"] or abs(found["estimate"] - 288) < 20
    assert found["stderr"] > 0 and found["relErrPercent"] > 0
    script.send("cancel")
    assert script.answer() == {"type": "canceled"}


def test_an_estimate_is_made_of_all_samples_with_the_interval_of_95_percent(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    batches = iter([(300, 10, 100), (330, 4, 200), (0, 0, 0)])

    def drawn(*_: object, **__: object) -> Estimate:
        value, error, samples = next(batches)
        return Estimate(Decimal(value), Decimal(error), None, samples, samples)

    monkeypatch.setattr(commands, "estimation", drawn)
    reports: list[bytes] = []
    asked = Command("estimate", data("." * 16))
    obey(asked, cells=100, seconds=3600, memory=Memory(report=reports.append))
    assert len(reports) == 2
    found = json.loads(reports[-1])
    # As if all had been drawn at once: 300 · 1/3 + 330 · 2/3, and √((10/3)² + (4 · 2/3)²).
    assert (found["estimate"], found["iterations"]) == (pytest.approx(320), 300)
    assert found["stderr"] == pytest.approx(math.hypot(10 / 3, 8 / 3))
    half = NormalDist().inv_cdf(0.975) * found["stderr"]
    assert found["ci95_lower"] == pytest.approx(320 - half, rel=1e-5)
    assert found["ci95_upper"] == pytest.approx(320 + half, rel=1e-5)
    assert found["relErrPercent"] == pytest.approx(100 * half / 320, rel=1e-4)


@pytest.mark.compiled
def test_a_path_ends_with_the_solution_and_says_how(script: Script) -> None:
    found = script.ask("solvepath", data(EASY))
    assert (found["type"], found["isValid"]) == ("logical", True)
    assert [cell["value"] for cell in found["cells"]] == list(map(int, EASY_SOLVED))
    assert found["message"].count("\n") >= 20
    stuck = script.ask("solvepath", data("." * 16))
    assert stuck["message"] == "No logical steps found.\n"
    assert stuck["cells"][0] == {"value": 0, "candidates": [1, 2, 3, 4]}


@pytest.mark.compiled
def test_a_path_of_a_puzzle_with_several_solutions_ends_where_these_differ(script: Script) -> None:
    found = script.ask("solvepath", data("1.3....5......2...5...12...35.....4."))
    assert found["isValid"] is True
    assert "Unique" not in found["message"]
    assert [cell["value"] for cell in found["cells"]].count(0) == 9


@pytest.mark.compiled
def test_a_path_of_a_puzzle_with_lines_says_what_these_leave(script: Script) -> None:
    lines = [{"lines": [["R1C1", "R1C2", "R2C2"]]}, {"lines": [["R4C4", "R3C4", "R3C3"]]}]
    found = script.ask("solvepath", data(".......2....3...", thermometer=lines))
    assert all(cell["value"] for cell in found["cells"])
    assert found["message"].startswith(
        "Clue: Thermo r1c1 r1c2 r2c2 means that r1c1 cannot be 4, r1c2 cannot be 1 or 4"
    )


@pytest.mark.compiled
def test_a_step_comes_after_the_candidates_that_it_begins_with(script: Script) -> None:
    rows = grid(EASY)
    first = script.ask("step", data(EASY))
    assert first["message"] == "Initial candidates.\n"
    solved = []
    for _ in range(100):
        cells = [entry for row in rows for entry in row]
        for entry, cell in zip(cells, first["cells"], strict=True):
            if not entry.get("given"):
                entry.clear()
                shown = {"value": cell["value"]} if cell["value"] else None
                entry.update(shown or {"centerPencilMarks": cell["candidates"]})
        solved.append(sum(1 for entry in cells if entry.get("value")))
        if solved[-1] == 81:
            break
        first = script.ask("step", compressed(json.dumps({"size": 9, "grid": rows})))
        assert first["isValid"]
        assert first["message"].count("\n") == 1
    assert solved[-1] == 81


@pytest.mark.compiled
def test_a_board_that_cannot_be_solved_is_invalid(script: Script) -> None:
    rows = grid(EASY)
    rows[0][2] = {"value": 5}
    found = script.ask("solvepath", compressed(json.dumps({"size": 9, "grid": rows})))
    assert found["isValid"] is False
    assert found["message"].endswith("Board is invalid!\n")


@pytest.mark.parametrize(
    "entry",
    [{"value": "x"}, {"value": 9}, {"centerPencilMarks": [None]}],
    ids=range(3),
)
def test_what_nobody_could_have_entered_is_invalid(script: Script, entry: dict[str, Any]) -> None:
    rows = grid("." * 16)
    rows[0][0] = entry
    sent = compressed(json.dumps({"size": 4, "grid": rows}))
    assert script.ask("step", sent)["type"] == "invalid"


JUNK = [
    {"quadruple": [{"cells": ["R1C1"], "values": 9}]}, {"negative": True}, {"ratio": 1},
    {"difference": "R1C1"}, {"maximum": [[]]}, {"clone": [7]}, {"killercage": [[]]},
    {"sandwichsum": [{"cell": [], "value": 5}]}, {"truecandidatesoptions": 5},
    {"xv": [{"cells": ["R1C1"], "value": {}}]}, {"extraregion": [{"cells": [["R1C1"]]}]},
]  # fmt: skip


@pytest.mark.thorough(but=4)
@pytest.mark.parametrize("fields", JUNK, ids=range(len(JUNK)))
def test_fields_of_another_form_never_break_what_works_on_them(fields: dict[str, Any]) -> None:
    with suppress(CpsudokuError):
        obey(Command("check", data("." * 16, **fields)), cells=100, seconds=5, memory=Memory())


BOMB = '{"size":9,"title":"' + "A" * 2_000_000 + '"}'


@pytest.mark.parametrize(
    "puzzle",
    [
        "", "!!!", "AAAA", "Q", compressed("[]"), compressed("{}"), compressed('{"size":9}'),
        compressed('{"size":1e9,"grid":[]}'), compressed('{"size":35,"grid":[[{}]]}'),
        compressed("[" * 5000), BOMB,
        compressed(json.dumps({"size": 1, "grid": [[{"value": "x", "given": True}]]})),
        compressed(json.dumps({"size": 1, "grid": [[{"givenPencilMarks": [None]}]]})),
        data("." * 16, killercage=[{"cells": 5}]), data("." * 16, thermometer=[{"lines": 3}]),
        data("." * 16, arrow=7, mystery=[{"cells": ["R1C1"]}]),
    ],
    ids=range(16),
)  # fmt: skip
def test_what_is_no_puzzle_is_invalid_and_the_next_is_answered(script: Script, puzzle: str) -> None:
    sent = compressed(BOMB) if puzzle is BOMB else puzzle
    for command in ("check", "step"):
        found = script.ask(command, sent)
        assert found["type"] == "invalid"
        assert found["message"]
    assert script.ask("check", killer())["count"] == 1


@pytest.mark.parametrize(
    ("text", "nonce"),
    [
        ("", 0), ("nonsense", 0), ("[1]", 0), ("{}", 0), ('{"nonce":"1"}', 0), ("[" * 9999, 0),
        (b"\xff\xfe", 0), ('{"nonce":3}', 3), ('{"nonce":3,"command":"destroy"}', 3),
        ('{"nonce":3,"command":["solve"]}', 3), ('{"nonce":3,"command":"solve"}', 3),
        ('{"nonce":3,"command":"solve","dataType":"other","data":""}', 3),
        ('{"nonce":3,"command":"solve","dataType":"fpuzzles","data":7}', 3),
    ],
    ids=range(13),
)  # fmt: skip
def test_what_is_no_message_is_said_to_be_none(script: Script, text: str, nonce: int) -> None:
    script.socket.send(text)
    found = json.loads(script.socket.recv(timeout=60))
    assert (found["nonce"], found["type"]) == (nonce, "invalid")


def test_a_message_that_is_too_big_ends_its_connection_alone(script: Script, address: str) -> None:
    with connected(address) as other, pytest.raises(ConnectionClosed):
        other.socket.send("A" * (1 << 21))
        other.socket.recv(timeout=60)
    assert script.ask("check", killer())["count"] == 1


def test_a_burst_of_messages_costs_one_job(script: Script) -> None:
    for _ in range(200):
        script.send("count", data("." * 81))
    assert script.ask("check", killer())["count"] == 1


def test_a_client_that_leaves_ends_its_job(script: Script, address: str) -> None:
    for _ in range(3):
        with connected(address) as other:
            other.send("count", data("." * 81))
            time.sleep(0.1)
    assert script.ask("check", killer())["count"] == 1


def refusal(address: str, **options: Any) -> int:
    """The status with which a connection is refused."""
    with pytest.raises(InvalidStatus) as refused, connected(address, **options):
        pass
    return int(refused.value.response.status_code)


def test_other_pages_and_names_may_not_connect(address: str) -> None:
    for origin in ("https://evil.example", "https://f-puzzles.com.evil.example", "null"):
        assert refusal(address, origin=origin) == 403
    here = address.removeprefix("http://").rstrip("/")
    for allowed in ("https://f-puzzles.com", "https://www.f-puzzles.com", f"http://{here}", None):
        with connected(address, origin=allowed):
            pass


def test_so_many_may_connect_and_no_more(address: str) -> None:
    with ExitStack() as stack:
        for _ in range(32):
            stack.enter_context(connected(address))
        assert refusal(address) == 403
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:  # the server learns of each that has left
        with suppress(InvalidStatus), connected(address) as again:
            assert again.ask("check", killer())["count"] == 1
            return
    pytest.fail("nobody may connect again")


def test_messages_are_not_compressed_so_that_none_can_unpack_to_a_big_one(script: Script) -> None:
    assert script.socket.protocol.extensions == []


@pytest.mark.slow
def test_a_connection_may_be_silent_longer_than_one_of_the_page(script: Script) -> None:
    time.sleep(17)
    assert script.ask("check", killer())["count"] == 1


def test_there_is_no_websocket_where_none_was_asked_for() -> None:
    with server("-j", "1") as address:
        assert refusal(address) == 200


def test_a_job_goes_on_from_what_the_last_of_the_same_client_has_found() -> None:
    from cpsudoku.web.site import Endpoint
    from cpsudoku.web.workers import Bounds, Reply, Workers, WorkerTask

    before: list[bytes | None] = []
    seconds: list[float] = []

    class Noting(Workers):
        async def answer(self, task: WorkerTask, progress: object = None) -> Reply:
            before.append(task.before)
            seconds.append(task.seconds)
            return Reply("", b'{"type": "truecandidates"}', b"found")

    async def run() -> None:
        endpoint = Endpoint(Noting(Bounds()))
        messages: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        sent: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        serving = asyncio.create_task(
            endpoint({"type": "websocket"}, messages.get, sent.put)  # type: ignore[arg-type]
        )
        ask = {"nonce": 1, "command": "truecandidates", "dataType": "fpuzzles", "data": ""}
        for _ in range(2):
            messages.put_nowait({"type": "websocket.receive", "text": json.dumps(ask)})
            assert json.loads((await sent.get())["text"])["type"] == "truecandidates"
        messages.put_nowait({"type": "websocket.disconnect"})
        await serving

    asyncio.run(run())
    assert before == [None, b"found"]
    assert seconds == [3600, 3600]


def test_who_sends_without_a_pause_lets_others_have_their_turn() -> None:
    from cpsudoku.web.site import Endpoint
    from cpsudoku.web.workers import Bounds, Workers

    turns = 0

    async def run() -> None:
        messages = iter([{"type": "websocket.receive", "text": "nonsense"}] * 20)

        async def receive() -> dict[str, Any]:
            return next(messages, {"type": "websocket.disconnect"})

        async def send(_: object) -> None: ...

        async def other() -> None:
            nonlocal turns
            while True:
                turns += 1
                await asyncio.sleep(0)

        waiting = asyncio.create_task(other())
        await Endpoint(Workers(Bounds()))({"type": "websocket"}, receive, send)
        waiting.cancel()

    asyncio.run(run())
    assert turns > 20


def test_the_page_is_served_beside_it(address: str) -> None:
    from urllib.request import urlopen

    with urlopen(address) as answer:
        assert b"cpsudoku" in answer.read()


@pytest.mark.thorough
def test_the_port_is_the_one_that_the_script_looks_for(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def listening(_: str, port: int) -> Any:
        asked.append(port)
        raise OptionError("not here")

    monkeypatch.setattr(serving, "listening", listening)
    for port in ([], ["--port", "5000"]):
        assert "not here" in refused_command("serve", "--fpuzzles", *port)
    assert asked == [4545, 5000]
