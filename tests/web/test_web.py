"""The server of the page: what it answers, what it refuses, and that nobody can hold it up."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import combinations
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from cpsudoku import formats
from cpsudoku.formats.rules_json import rules_from_json
from cpsudoku.puzzle import Puzzle
from cpsudoku.rules import AllDifferent, Rules

pytest.importorskip("fastapi", reason="the page needs the extra web")
httpx = pytest.importorskip("httpx", reason="asks the interface as a client does")
segno = pytest.importorskip("segno", reason="the page needs the extra web")

from serving import server  # noqa: E402
from well_known import EASY, EIGHTEEN, INKALA_2012  # noqa: E402

ENDLESS_25 = {
    "rules": "25",
    "givens": [0] * 625,
    "marks": [None] * 622 + [[1, 2]] * 3,
}
"""Three cells of the last row for two digits: a search cell by cell learns it at the very end."""


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with server("-j", "2", "--timeout", "60") as found:
        yield found


@pytest.fixture(scope="module")
def client(address: str) -> Iterator[Any]:
    with httpx.Client(base_url=address, timeout=120) as found:
        yield found


def test_a_puzzle_in_any_notation_is_read_with_its_board(client: Any) -> None:
    board = client.post("/api/read", json={"text": EASY}).json()
    assert (board["height"], board["width"], len(board["places"])) == (9, 9, 81)
    assert len(board["regions"]) == 27
    assert "".join(map(str, board["givens"])) == EASY.replace(".", "0")


@pytest.mark.thorough
@pytest.mark.posix
def test_the_path_of_the_temporary_directory_may_have_any_length(tmp_path: Path) -> None:
    deep = tmp_path / ("a long name, with blanks, " * 6)
    deep.mkdir()
    with server("-j", "1", TMPDIR=str(deep)) as address:
        answer = httpx.post(f"{address}api/check", json={"puzzle": EASY}, timeout=60)
    assert answer.json()["verdict"] == "unique"


def test_a_samurai_is_read_as_a_board_with_holes(client: Any) -> None:
    text = formats.write(Puzzle.empty(rules_from_json("samurai")), "json")
    board = client.post("/api/read", json={"text": text}).json()
    assert (board["height"], board["width"], len(board["places"])) == (21, 21, 369)


def test_check_gives_the_verdict_and_the_solution(client: Any) -> None:
    found = client.post("/api/check", json={"puzzle": INKALA_2012}).json()
    assert found["verdict"] == "unique"
    assert sorted(found["solutions"][0][:9]) == list(range(1, 10))


def test_a_position_counts_what_the_player_has_entered_and_marked(client: Any) -> None:
    givens = [1] + [0] * 15
    position = {"rules": "4", "givens": givens, "entries": [0, 1] + [0] * 14}
    found = client.post("/api/check", json={"puzzle": position}).json()
    assert (found["verdict"], found["clash"]) == ("none", [0, 1])
    marks = [None] * 15 + [[2]]
    position = {"rules": "4", "givens": givens, "marks": marks}
    found = client.post("/api/candidates", json={"puzzle": position}).json()
    assert found["candidates"][15] == [2]


@pytest.mark.compiled
def test_a_generated_puzzle_has_its_solution_and_comes_again_with_its_seed(client: Any) -> None:
    first = client.post("/api/generate", json={"seed": 7}).json()
    again = client.post("/api/generate", json={"seed": 7}).json()
    assert first == again
    checked = client.post("/api/check", json={"puzzle": first["board"]["text"]}).json()
    assert checked["solutions"] == [first["solution"]]


@pytest.mark.compiled
def test_a_puzzle_is_as_difficult_as_was_wished_for(client: Any) -> None:
    wish = {"seed": 3, "er": [2.0, 3.0], "blanks": 50, "box_blanks": [2, 9], "seconds": 20}
    found = client.post("/api/generate", json=wish).json()
    assert 2.0 <= found["er"] <= 3.0
    assert found["board"]["givens"].count(0) == 50


@pytest.mark.compiled
@pytest.mark.parametrize("rules", ["4", "6", "9+diagonals", "9+windows", "jigsaw:random:6"])
def test_puzzles_are_made_of_all_rules_that_the_page_offers(client: Any, rules: str) -> None:
    found = client.post("/api/generate", json={"rules": rules, "seed": 3, "seconds": 20})
    assert found.status_code == 200, found.text


@pytest.mark.compiled
def test_a_position_to_practise_on_is_one_whose_hint_is_the_technique(client: Any) -> None:
    found = client.post("/api/practice", json={"technique": "naked pair", "seed": 5}).json()
    board = found["board"]
    position = {name: board[name] for name in ("rules", "givens", "entries", "marks")}
    hint = client.post("/api/hint", json={"puzzle": position}).json()
    assert hint["step"]["technique"] == "naked pair"
    assert hint["step"]["eliminations"] == found["step"]["eliminations"]


@pytest.mark.compiled
def test_what_a_clue_leaves_is_a_step_of_hints_and_paths(client: Any) -> None:
    asked = {"puzzle": {"rules": "4+thermo@r1c1,r1c2,r2c2", "givens": [0] * 7 + [2] + [0] * 8}}
    hint = client.post("/api/hint", json=asked).json()["step"]
    assert (hint["technique"], hint["name"], len(hint["hints"])) == ("clue", "Clue", 4)
    assert hint["eliminations"]
    path = client.post("/api/explain", json=asked).json()["steps"]
    assert path[0]["sentence"] == hint["sentence"]


@pytest.mark.compiled
def test_all_steps_that_can_be_made_now_are_listed_on_the_position_asked_about(client: Any) -> None:
    position = {"givens": list(map(int, EASY.replace(".", "0"))), "rules": "9"}
    found = client.post("/api/explain", json={"puzzle": position, "now": True}).json()
    assert found["end"] == "open"
    assert not any(step["digits"] or step["marks"] for step in found["steps"])
    placed = {tuple(one) for step in found["steps"] for one in step["placements"]}
    path = client.post("/api/explain", json={"puzzle": position}).json()["steps"]
    assert tuple(path[0]["placements"][0]) in placed
    assert len(placed) > 1


@pytest.mark.compiled
def test_the_path_of_a_puzzle_with_several_solutions_supposes_none(client: Any) -> None:
    asked = {"puzzle": EIGHTEEN, "order": "hodoku"}
    assert client.post("/api/explain", json=asked).json() == {"steps": [], "end": "stuck"}
    assert client.post("/api/hint", json=asked).json()["step"] is None


@pytest.mark.compiled
def test_a_technique_that_is_not_come_upon_in_time_is_not_said_to_be_nowhere(client: Any) -> None:
    wish = {"technique": "jellyfish", "rules": "4", "seconds": 0.2}
    answer = client.post("/api/practice", json=wish)
    assert (answer.status_code, answer.json()["error"]) == (400, "GenerationError")
    assert "there may be some" in answer.json()["message"]


HARD_16 = (
    "C2..A.7E...8..5.....6...4EB.A......9.C5...7D....8.FB.9..5....E.."
    ".91..7..2...8..3.A..G..6.......C......18.G...B....4..BE.1.F..7.."
    ".E...F9C...6.....F........3.B...76.2B..G814A9C......D6..9..2.G.."
    "3C.4...FB8.....11..A.D..G..C.5B....8.G......26..G......1D6.3..E."
)
"""HoDoKu's order takes two hundred times as long for it as finding out that it is unique."""


@pytest.mark.compiled
def test_numbers_of_a_path_that_did_not_end_are_shown_as_bounds(client: Any) -> None:
    def rated(puzzle: str, seconds: float = 20) -> Any:
        return client.post("/api/rate", json={"puzzle": puzzle, "seconds": seconds}).json()

    easy = rated(EASY)
    assert (easy["er"], easy["hodoku_score"]) == ("1.2", "204")

    # Where houses are nothing but pairs of different cells, chains are stuck; brute force is not.
    hard = formats.parse(
        "..3.5...94.....1...8...1.4..6....8....7.2...5...6.......25...7......2..393..7...."
    )
    pairs = sorted({pair for group in hard.rules.groups for pair in combinations(group.cells, 2)})
    rules = Rules(hard.rules.board, tuple(AllDifferent(pair) for pair in pairs))
    stuck = rated(formats.write(Puzzle(rules, hard.candidates), "json"))
    assert (stuck["verdict"], stuck["er"][:2]) == ("unique", "≥ ")
    assert stuck["hodoku_score"].isdecimal()

    # As soon as there is time enough to rate it at all, there is by far not enough to end.
    cut = next(
        found
        for seconds in (0.02 * 2**n for n in range(10))
        if (found := rated(HARD_16, seconds))["verdict"] == "unique"
    )
    assert cut["hodoku_score"][:2] == "≥ "


def test_a_board_that_is_too_big_is_refused_wherever_it_comes_in(client: Any) -> None:
    text = "0 " * 36**2
    for path, body in (("read", {"text": text}), ("check", {"puzzle": text})):
        answer = client.post(f"/api/{path}", json=body)
        assert (answer.status_code, "1296 cells" in answer.json()["message"]) == (400, True)


def test_a_conflict_is_explained_in_words(client: Any) -> None:
    clash = "11" + "." * 79
    found = client.post("/api/explain-conflict", json={"puzzle": clash}).json()
    assert (found["verdict"], found["givens"]) == ("none", [0, 1])
    assert "row 1" in found["words"] or "box 1" in found["words"]


def test_convert_writes_each_notation_that_is_named(client: Any) -> None:
    names = client.get("/api/names").json()
    assert {"line", "drawn", "json"} <= set(names["notations"])
    drawn = client.post("/api/convert", json={"puzzle": EASY, "to": "drawn"}).json()["text"]
    assert client.post("/api/read", json={"text": drawn}).json()["text"] == EASY


def test_a_text_becomes_a_qr_code_that_holds_it(client: Any) -> None:
    link = "https://f-puzzles.com/?load=" + "N4Igz" * 300
    picture = client.post("/api/code", json={"text": link}).json()["picture"]
    assert picture == segno.make_qr(link).svg_data_uri(scale=4)
    assert picture != client.post("/api/code", json={"text": link[:-1]}).json()["picture"]
    assert client.post("/api/code", json={"text": "x" * 2954}).status_code == 422
    refused = client.post("/api/code", json={"text": "😀" * 1500})
    assert refused.status_code == 400
    assert "6000 bytes are too long" in refused.json()["message"]


@pytest.mark.parametrize(
    ("path", "body", "words"),
    [
        ("check", {"puzzle": "12"}, "expected"),
        ("check", {"puzzle": {"rules": "4", "givens": [0]}}, "expected 16"),
        ("check", {"puzzle": {"rules": "4", "givens": [9] * 16}}, "expected 1 to 4"),
        ("check", {"puzzle": {"rules": "4", "givens": [0] * 16, "marks": [[7]] * 16}}, "mark 7"),
        ("check", {"puzzle": EASY, "backend": "nobody"}, "nobody"),
        ("check", {"puzzle": {"rules": "jigsaw:/etc/passwd", "givens": [0]}}, ""),
        ("convert", {"puzzle": EASY, "to": "/etc/passwd"}, "format"),
        ("generate", {"rules": "100"}, "at most"),
    ],
)
def test_what_makes_no_sense_is_refused_with_what_was_expected(
    client: Any, path: str, body: object, words: str
) -> None:
    answer = client.post(f"/api/{path}", json=body)
    assert answer.status_code == 400
    assert words in answer.json()["message"]
    assert "root:" not in answer.text


@pytest.mark.parametrize("body", ["{", "[]", "null", '{"puzzle": 1}', '{"puzzle": "1", "x": 1}'])
def test_a_body_of_another_form_is_refused_with_the_field(client: Any, body: str) -> None:
    answer = client.post("/api/check", content=body, headers={"content-type": "application/json"})
    assert answer.status_code == 422
    assert "body" in answer.json()["message"]


def test_rules_beside_a_puzzle_are_answered_by_where_they_belong(client: Any) -> None:
    answer = client.post("/api/check", json={"puzzle": "." * 16, "rules": "4+x"})
    assert "body.rules: rules are part of `puzzle`" in answer.json()["message"]
    for puzzle in ("# rules: 4+x\n" + "." * 16, {"rules": "4+x", "givens": [0] * 16}):
        assert client.post("/api/check", json={"puzzle": puzzle}).status_code == 200
    other = client.post("/api/split", json={"text": "." * 16, "rules": "4+x"})
    assert "`puzzle`" not in other.json()["message"]


def test_puzzles_of_a_queue_say_what_of_each_was_not_read(client: Any) -> None:
    cages = f'{{"puzzle": "{EASY}", "killer_cages": [{{"cells": [[0, 0]], "label": "5"}}]}}'
    lines = client.post("/api/split", json={"text": f"{cages}\n{cages}\n"}).json()
    assert lines["texts"] == [cages, cages]
    board = client.post("/api/read", json={"text": lines["texts"][0]}).json()
    assert board["ignored"] == ["killer_cages"]


@pytest.mark.parametrize("body", ["[" * 200_000, '{"puzzle": {"givens": [' + "9" * 5000 + "]}}"])
def test_json_that_nobody_can_read_is_refused_like_the_rest(client: Any, body: str) -> None:
    answer = client.post("/api/check", content=body, headers={"content-type": "application/json"})
    assert answer.status_code in (400, 422)
    assert set(answer.json()) == {"error", "message"}


def test_a_body_that_is_too_big_is_not_read(client: Any) -> None:
    answer = client.post("/api/check", content=b"x" * 300_000)
    assert (answer.status_code, answer.json()["error"]) == (413, "too-big")


def test_a_foreign_page_and_a_rebound_name_are_not_answered(client: Any) -> None:
    here = client.base_url.netloc.decode()
    for origin in ("http://evil.example", "null", "http://127.0.0.1:1", "http://[::1", here):
        headers = {"origin": origin}
        assert client.post("/api/check", json={"puzzle": EASY}, headers=headers).status_code == 403
    for host in ("evil.example", "127.0.0.1.evil.example", "evil@127.0.0.1", "[::1", "localhost."):
        assert client.get("/", headers={"host": host}).status_code == 421
    headers = {"origin": f"http://{here}"}
    assert client.post("/api/check", json={"puzzle": EASY}, headers=headers).status_code == 200
    assert client.get("/", headers={"host": "LOCALHOST:8000"}).status_code == 200


def test_there_is_no_websocket(client: Any) -> None:
    upgrade = {"connection": "upgrade", "upgrade": "websocket", "sec-websocket-version": "13"}
    assert client.get("/api/check", headers=upgrade).status_code == 405
    assert client.get("/ws", headers=upgrade).status_code == 404


@pytest.mark.parametrize(
    "path", ["/../pyproject.toml", "/%2e%2e/%2e%2e/__init__.py", "/js/../../app.py"]
)
def test_no_path_leads_out_of_the_page(address: str, path: str) -> None:
    parts = urlsplit(address)
    with socket.create_connection((parts.hostname, parts.port), 10) as connection:
        host = f"{parts.hostname}:{parts.port}"
        connection.sendall(
            f"GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n".encode()
        )
        answer = connection.makefile("rb").read()
    assert answer.startswith(b"HTTP/1.1 404")


def test_a_file_that_has_not_changed_is_not_sent_again(client: Any) -> None:
    first = client.get("/style.css")
    again = client.get("/style.css", headers={"if-none-match": first.headers["etag"]})
    assert (first.status_code, again.status_code, again.content) == (200, 304, b"")
    assert client.post("/style.css").status_code == 405


def test_the_page_comes_with_a_policy_that_lets_nothing_in_from_elsewhere(client: Any) -> None:
    page = client.get("/")
    assert page.status_code == 200
    assert "script-src 'self'" in page.headers["content-security-policy"]
    assert "unsafe" not in page.headers["content-security-policy"]
    assert "http" not in page.text.replace("http://www.w3.org", "")


def test_time_that_runs_out_is_unknown_and_not_none(client: Any) -> None:
    hard = {"puzzle": ENDLESS_25, "backend": "backtrack:index", "seconds": 0.3}
    assert client.post("/api/check", json=hard).json()["verdict"] == "unknown"


def test_a_second_question_with_the_same_ticket_ends_the_first(client: Any) -> None:
    slow = {"puzzle": ENDLESS_25, "backend": "backtrack:index", "seconds": 60, "ticket": "a/b"}
    quick = {"puzzle": EASY, "ticket": "a/b"}
    with ThreadPoolExecutor(1) as pool:
        first = pool.submit(client.post, "/api/check", json=slow)
        while not first.done():  # of the two asked at once, either may come first
            time.sleep(0.1)
            assert client.post("/api/check", json=quick).json()["verdict"] == "unique"
        assert (first.result().status_code, first.result().json()["error"]) == (409, "replaced")


def test_clients_that_go_away_leave_room_for_others(address: str, client: Any) -> None:
    slow = {"puzzle": ENDLESS_25, "backend": "backtrack:index", "seconds": 60}
    for _ in range(6):
        with pytest.raises(httpx.TimeoutException):
            httpx.post(f"{address}api/check", json=slow, timeout=0.2)
    assert client.post("/api/check", json={"puzzle": EASY}).json()["verdict"] == "unique"


def test_the_interface_describes_itself(client: Any) -> None:
    found = client.get("/api/openapi.json").json()
    assert {"/api/solve", "/api/check", "/api/generate"} <= set(found["paths"])
    assert found["paths"]["/api/check"]["post"]["responses"]["409"]


@pytest.mark.skipif(sys.platform == "win32", reason="the browser is a script of the shell")
def test_play_opens_the_browser_at_the_puzzle_and_ctrl_c_ends_it(tmp_path: Path) -> None:
    browser, opened = tmp_path / "browser", tmp_path / "opened"
    writes = 'echo "$1" > "${0%/*}/new"\nmv "${0%/*}/new" "${0%/*}/opened"\n'
    browser.write_text(f"#!/bin/sh\n{writes}", "utf-8")
    browser.chmod(0o755)
    process = subprocess.Popen(
        [sys.executable, "-m", "cpsudoku", "play", "1234341221434..."],
        stderr=subprocess.PIPE,
        env=os.environ | {"BROWSER": str(browser)},
    )
    try:
        for _ in range(600):
            if opened.exists():
                break
            time.sleep(0.05)
        address = opened.read_text("utf-8").strip()
        assert address.endswith("/#puzzle=1234341221434...")
        assert httpx.get(address, timeout=30).status_code == 200
    finally:
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=60)
    assert (process.returncode, said.decode().count("\n")) == (0, 1)


@pytest.mark.thorough
@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="nothing is killed like that here")
def test_a_server_that_is_killed_leaves_nothing_behind_and_nobody_complains() -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "cpsudoku", "serve", "-j", "1"], stderr=subprocess.PIPE
    )
    assert process.stderr is not None
    base = process.stderr.readline().split()[0].decode()
    slow = {"puzzle": ENDLESS_25, "backend": "backtrack:index", "seconds": 8.0}
    # Before it is killed: the process that searches has begun, whatever that takes.
    httpx.post(f"{base}api/check", json={**slow, "seconds": 0.01}, timeout=60)
    with ThreadPoolExecutor(1) as pool:
        asked = pool.submit(httpx.post, f"{base}api/check", json=slow, timeout=120)
        time.sleep(0.2)
        process.kill()
        with pytest.raises(httpx.TransportError):
            asked.result()
    # The process at the other end has ended as well when it has been read.
    assert process.communicate(timeout=60)[1] == b""


def test_beyond_this_machine_a_token_is_needed() -> None:
    with server("--host", "0.0.0.0", "-j", "1") as address:
        parts = urlsplit(address)
        base = f"http://127.0.0.1:{parts.port}"
        assert "token=" in parts.query
        assert httpx.get(f"{base}/").status_code == 401
        with httpx.Client(base_url=base, follow_redirects=True) as client:
            assert client.get(f"/?{parts.query}").status_code == 200
            assert client.get("/").status_code == 200
        token = parts.query.partition("=")[2]
        headers = {"authorization": f"Bearer {token}"}
        assert httpx.get(f"{base}/", headers=headers).status_code == 200
