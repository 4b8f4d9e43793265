"""What a server bears, and which clients it answers: slow ones, too many, those without the token.

The parts are driven by themselves here, with short limits; `test_web` asks a whole server.
"""

from __future__ import annotations

import asyncio
import json
import operator
import re
import socket
from collections.abc import AsyncIterator, Awaitable, Callable
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any, NamedTuple

import pytest

pytest.importorskip("fastapi", reason="the page needs the extra web")
httpx = pytest.importorskip("httpx", reason="asks the interface as a client does")

import uvicorn  # noqa: E402
from command_line import refusal, run  # noqa: E402
from well_known import EASY  # noqa: E402

from cpsudoku.errors import OptionError  # noqa: E402
from cpsudoku.web import guards, serving, site  # noqa: E402
from cpsudoku.web import workers as workers_module  # noqa: E402
from cpsudoku.web.answering import code  # noqa: E402
from cpsudoku.web.guards import (  # noqa: E402
    COOKIE,
    Connection,
    Guard,
)
from cpsudoku.web.interface import interface  # noqa: E402
from cpsudoku.web.models import CheckRequest, CodeRequest, HintRequest  # noqa: E402
from cpsudoku.web.workers import (  # noqa: E402
    Bounds,
    BrokenDownError,
    BusyError,
    Workers,
)

ENDLESS_25 = {"rules": "25", "givens": [0] * 625, "marks": [None] * 622 + [[1, 2]] * 3}
"""Three cells of the last row for two digits: cell by cell one learns it at the very end."""

CHECK_EASY = CheckRequest.model_validate({"puzzle": EASY})


PAGE = Path(__file__).parent.parent.parent / "docs" / "how-to" / "page.md"


async def no_app(_scope: Any, _receive: Any, _send: Any) -> None:
    raise AssertionError("a request came through that should have been refused")


async def an_app(_scope: Any, _receive: Any, send: Any) -> None:
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": b"well"})


TOKEN = "kX9_the-true-token"


def guarded(path: str = "/", app: Any = an_app, **request: Any) -> Any:
    """The answer to a request through a guard that wants `TOKEN`."""
    guard = Guard(app, hosts=frozenset({"localhost"}), token=TOKEN, bounds=Bounds(body=100))

    async def run() -> Any:
        transport = httpx.ASGITransport(guard)
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
            return await client.request(request.pop("method", "GET"), path, **request)

    return asyncio.run(run())


WAYS: dict[str, Callable[[str], dict[str, Any]]] = {
    "query": lambda token: {"params": {"token": token}},
    "bearer": lambda token: {"headers": {"authorization": f"Bearer {token}"}},
    "cookie": lambda token: {"headers": {"cookie": f"{COOKIE}={token}"}},
    "cookie among others": lambda token: {"headers": {"cookie": f"a[b]=c d; {COOKIE}={token}; e"}},
}
"""How a token may be shown."""


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("wrong", ["", "x", TOKEN[:-1], TOKEN + "x", TOKEN.upper(), TOKEN[::-1]])
def test_a_wrong_token_is_refused_and_never_answered_by_the_true_one(way: str, wrong: str) -> None:
    answer = guarded(app=no_app, **WAYS[way](wrong))
    assert (answer.status_code, answer.json()["error"]) == (401, "token")
    assert "set-cookie" not in answer.headers
    assert TOKEN not in answer.text + str(answer.headers)


@pytest.mark.parametrize("way", WAYS)
def test_the_true_token_lets_a_client_in(way: str) -> None:
    answer = guarded("/set.html", **WAYS[way](TOKEN))
    if way != "query":
        assert (answer.status_code, answer.text) == (200, "well")
        return
    # A browser asks again with the cookie, which no script and no other page gets hold of.
    assert (answer.status_code, answer.headers["location"]) == (303, "/set.html")
    cookie = SimpleCookie(answer.headers["set-cookie"])[COOKIE]
    assert (cookie.value, cookie["httponly"], cookie["samesite"]) == (TOKEN, True, "strict")
    assert guarded(**WAYS["cookie"](cookie.value)).status_code == 200


def test_the_token_is_taken_out_of_the_address_and_nothing_else() -> None:
    for path, expected in (
        ("/set.html?language=zh&token={}&x=1", "/set.html?language=zh&x=1"),
        ("//evil.example/?token={}", "/evil.example/"),
        ("/\\\\evil.example/?token={}", "/%5C%5Cevil.example/"),
    ):
        answer = guarded(f"http://localhost{path.format(TOKEN)}", app=no_app)
        assert (answer.status_code, answer.headers["location"]) == (303, expected)


REFUSED: dict[int, dict[str, Any]] = {
    200: WAYS["bearer"](TOKEN),
    303: WAYS["query"](TOKEN),
    401: {},
    403: {"headers": {"origin": "http://evil.example"}},
    413: {**WAYS["bearer"](TOKEN), "method": "POST", "content": b"x" * 101},
    421: {"headers": {"host": "evil.example"}},
}
"""For each status a request that is answered with it."""


@pytest.mark.parametrize("status", REFUSED)
def test_every_answer_says_that_it_is_for_its_own_page_alone(status: int) -> None:
    answer = guarded(**REFUSED[status])
    assert answer.status_code == status
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["referrer-policy"] == "no-referrer"
    assert answer.headers["cross-origin-opener-policy"] == "same-origin"
    assert answer.headers["cross-origin-resource-policy"] == "same-origin"
    parts = answer.headers["content-security-policy"].split(";")
    policy = {name: set(sources) for name, *sources in map(str.split, parts)}
    # These do not follow from the first, or the first alone stands for all that is not named.
    for name in ("default-src", "base-uri", "form-action", "frame-ancestors"):
        assert policy.pop(name) == {"'none'"}, name
    assert policy.pop("img-src") <= {"'self'", "data:", "blob:"}
    assert set().union(*policy.values()) == {"'self'"}


@pytest.mark.parametrize(
    ("origin", "token", "let_in"),
    [
        ("https://f-puzzles.com", TOKEN, True), ("http://localhost", TOKEN, True),
        ("https://evil.example", TOKEN, False), ("https://f-puzzles.com", "x", False),
        ("https://f-puzzles.com", "", False),
    ],
)  # fmt: skip
def test_a_websocket_needs_a_page_that_may_connect_and_the_token(
    origin: str, token: str, let_in: bool
) -> None:
    served: list[str] = []
    sent: list[dict[str, Any]] = []
    received: list[str] = []

    async def app(scope: Any, _receive: Any, _send: Any) -> None:
        served.append(scope["type"])

    async def receive() -> dict[str, Any]:
        received.append("websocket.connect")
        return {"type": "websocket.connect"}

    async def send(message: Any) -> None:
        sent.append(message)

    guard = Guard(app, hosts=frozenset({"localhost"}), token=TOKEN, bounds=Bounds())
    headers = {"host": "localhost", "origin": origin, "cookie": f"{COOKIE}={token}"}
    raw = [(name.encode(), value.encode()) for name, value in headers.items()]
    asyncio.run(guard({"type": "websocket", "headers": raw, "query_string": b""}, receive, send))
    if let_in:
        assert (served, sent) == (["websocket"], [])
    else:
        # What may be refused is a connection that has been asked for.
        assert (served, received) == ([], ["websocket.connect"])
        assert sent == [{"type": "websocket.close", "code": 1008}]


def test_a_body_in_pieces_comes_to_the_app_whole() -> None:
    async def pieces() -> AsyncIterator[bytes]:
        for piece in (b"one ", b"two ", b"three"):
            yield piece

    async def echo(_scope: Any, receive: Any, send: Any) -> None:
        body = (await receive())["body"]
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": body})

    found = guarded(app=echo, method="POST", content=pieces(), **WAYS["bearer"](TOKEN))
    assert found.text == "one two three"


class Shipped(NamedTuple):
    """What ``cpsudoku serve`` makes where nothing else is asked for."""

    bounds: Bounds
    config: uvicorn.Config


@pytest.fixture(scope="module")
def shipped() -> Shipped:
    """The bounds and the configuration of a server, which is not run."""
    found: list[Shipped] = []

    class Noting(Guard):
        def __init__(self, app: Any, **options: Any) -> None:
            super().__init__(app, **options)
            self.bounds = options["bounds"]

    class Server:
        def __init__(self, config: uvicorn.Config) -> None:
            assert isinstance(config.app, Noting)
            found.append(Shipped(config.app.bounds, config))

        def run(self, sockets: object) -> None: ...

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(serving, "Guard", Noting)
        patch.setattr(uvicorn, "Server", Server)
        assert run("serve").status == 0
    return found[0]


PROMISES: dict[str, Callable[[Shipped], float]] = {
    r"A body has at most (\d+) KiB": lambda shipped: shipped.bounds.body / 1024,
    r"A body .{1,30} comes within (\d+) s": lambda shipped: shipped.bounds.body_seconds,
    r"a connection waits (\d+) s at most": lambda shipped: shipped.config.timeout_keep_alive,
    r"of more than (\d+) such the oldest is cut": lambda _: guards.MOST_WAITING,
    r"A board has at most ([\d,]+) cells": lambda shipped: shipped.bounds.cells,
    r"an answer takes (\d+) s unless": lambda shipped: shipped.bounds.seconds,
    r"an answer takes .{1,60} and (\d+) s at most": lambda shipped: shipped.bounds.most_seconds,
    r"(\d+) requests may wait": lambda shipped: shipped.bounds.waiting,
    r"run until they are cancelled, (an) hour at most": lambda _: site.SECONDS / 3600,
    r"A message has at most (\d+) MiB": lambda _: site.MOST_BYTES / (1 << 20),
}
"""What docs/how-to/page.md says of bounds, and where the server has them."""


@pytest.mark.parametrize("words", PROMISES)
def test_the_bounds_are_those_that_are_documented(words: str, shipped: Shipped) -> None:
    page = " ".join(PAGE.read_text("utf-8").split())
    (number,) = re.findall(words, page)
    documented = 1.0 if number == "an" else float(number.replace(",", ""))
    assert PROMISES[words](shipped) == documented


def test_the_port_is_the_same_at_each_start_unless_another_program_has_it() -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        usual = other.getsockname()[1]
        with serving.listening_usually("127.0.0.1", usual) as next_one:
            assert usual < next_one.getsockname()[1]
    for _ in range(2):
        with serving.listening_usually("127.0.0.1", usual) as found:
            assert found.getsockname()[1] == usual


def test_the_usual_port_is_asked_for_by_play_and_by_serve(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def listening(_: str, port: int) -> Any:
        asked.append(port)
        raise OptionError("not here")

    monkeypatch.setattr(serving, "listening", listening)
    for command in ("serve", "play"):
        asked.clear()
        assert "not here" in refusal(command)
        assert asked[:2] == [serving.PORT, serving.PORT + 1]
        asked.clear()
        assert "not here" in refusal(command, "--port", "0")
        assert asked == [0]


def test_addresses_of_every_network_are_named_so_that_others_can_open_them() -> None:
    for host in ("0.0.0.0", "::"):
        assert not {"0.0.0.0", "[::]"} & {*serving.addresses(host)}
    for name in serving.addresses("0.0.0.0"):
        with serving.listening("0.0.0.0", 0) as listener:
            socket.create_connection((name, listener.getsockname()[1]), 20).close()


def test_a_body_that_does_not_come_is_not_waited_for() -> None:
    sent: list[Any] = []

    async def receive() -> dict[str, Any]:
        await asyncio.sleep(60)
        raise AssertionError

    async def send(message: Any) -> None:
        sent.append(message)

    guard = Guard(no_app, hosts=None, token=None, bounds=Bounds(body_seconds=0.02))
    scope = {"type": "http", "method": "POST", "path": "/", "headers": [], "query_string": b""}
    asyncio.run(guard(scope, receive, send))
    assert sent[0]["status"] == 408
    assert json.loads(sent[1]["body"])["error"] == "too-slow"


def test_beyond_those_that_may_wait_requests_are_refused() -> None:
    async def run() -> None:
        idle = Workers(Bounds(at_once=0, waiting=1))
        task = workers_module.WorkerTask("check", CHECK_EASY, 1.0)
        first = asyncio.create_task(idle.answer(task))
        await asyncio.sleep(0)
        with pytest.raises(BusyError):
            await asyncio.wait_for(idle.answer(task), 60)
        first.cancel()

    asyncio.run(run())


@pytest.mark.compiled
def test_a_short_job_does_not_wait_for_long_ones() -> None:
    long_one = {"puzzle": ENDLESS_25, "backend": "backtrack:index"}
    endless = workers_module.WorkerTask("check", CheckRequest.model_validate(long_one), 600.0)
    hint = HintRequest.model_validate({"puzzle": EASY})

    async def run() -> None:
        one = Workers(Bounds(at_once=1))
        await one.start()
        busy = asyncio.create_task(one.answer(endless))
        try:
            await asyncio.sleep(0)
            task = workers_module.WorkerTask("hint", hint, 60.0, short=True)
            for _ in range(2):
                assert not (await asyncio.wait_for(one.answer(task), 60)).error
            assert not busy.done()
        finally:
            busy.cancel()
            await asyncio.gather(busy, return_exceptions=True)
            one.stop()

    asyncio.run(run())


@pytest.mark.parametrize(
    ("name", "request_", "short"),
    [
        ("hint", {"puzzle": EASY}, True),
        ("hint", {"puzzle": EASY, "seconds": 60}, False),
        ("check", {"puzzle": EASY}, False),
    ],
)
def test_questions_are_short_by_what_they_are_and_how_long_they_may_take(
    name: str, request_: dict[str, Any], *, short: bool
) -> None:
    noting = Noting()

    async def run() -> None:
        transport = httpx.ASGITransport(interface(noting, Bounds()))
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
            await client.post(f"/api/{name}", json=request_)

    asyncio.run(run())
    assert noting.short == [short]


def test_a_code_that_takes_too_long_is_refused_in_words() -> None:
    request = CodeRequest.model_validate({"text": "x" * 2900})
    with pytest.raises(OptionError, match=r"not made within 0\.001 seconds"):
        code(request, cells=81, seconds=0.001)
    assert code(request, cells=81, seconds=60).picture.startswith("data:image/svg")


class Noting(Workers):
    """Workers that note how many seconds they are given, and are then busy."""

    def __init__(self) -> None:
        super().__init__(Bounds())
        self.seconds: list[float] = []
        self.short: list[bool] = []

    async def answer(
        self, task: workers_module.WorkerTask, progress: workers_module.Progress | None = None
    ) -> workers_module.Reply:
        self.seconds.append(task.seconds)
        self.short.append(task.short)
        raise BusyError


def test_nobody_gets_more_time_than_the_server_allows_and_a_refusal_says_when_to_ask() -> None:
    async def run() -> None:
        noting = Noting()
        app = interface(noting, Bounds(seconds=2, most_seconds=9))
        async with httpx.AsyncClient(
            transport=httpx.ASGITransport(app), base_url="http://localhost"
        ) as client:
            for asked in (None, 0.5, 1e300):
                body = {"puzzle": EASY, "seconds": asked}
                answer = await client.post("/api/check", json=body)
                assert (answer.status_code, answer.json()["error"]) == (503, "busy")
                assert answer.headers["retry-after"] == "1"
        assert noting.seconds == [2, 0.5, 9]

    asyncio.run(run())


class Leaving(Workers):
    """Workers that leave something to the next answer, and note what was left to them."""

    def __init__(self) -> None:
        super().__init__(Bounds())
        self.before: list[bytes | None] = []

    async def answer(
        self, task: workers_module.WorkerTask, progress: workers_module.Progress | None = None
    ) -> workers_module.Reply:
        self.before.append(task.before)
        return workers_module.Reply("", b"{}", b"found")


def test_an_answer_goes_on_from_the_last_of_the_same_client_and_question() -> None:
    async def run() -> None:
        leaving = Leaving()
        app = interface(leaving, Bounds())
        async with httpx.AsyncClient(
            transport=httpx.ASGITransport(app), base_url="http://localhost"
        ) as client:
            for question, ticket in (("left", "a"), ("left", "a"), ("left", "b"), ("check", "a")):
                body = {"puzzle": EASY, "ticket": ticket}
                assert (await client.post(f"/api/{question}", json=body)).status_code == 200
        assert leaving.before == [None, b"found", None, None]

    asyncio.run(run())


def test_a_process_that_does_not_keep_its_time_is_replaced(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def run() -> None:
        one = Workers(Bounds(at_once=1))
        await one.start()
        try:
            monkeypatch.setattr(workers_module, "_GRACE", -59.9)
            endless = CheckRequest.model_validate(
                {"puzzle": ENDLESS_25, "backend": "backtrack:index"}
            )
            with pytest.raises(BrokenDownError, match="did not come in time"):
                await one.answer(workers_module.WorkerTask("check", endless, 60.0))
            monkeypatch.setattr(workers_module, "_GRACE", 30.0)
            found = await one.answer(workers_module.WorkerTask("check", CHECK_EASY, 60.0))
            assert (found.error, json.loads(found.content)["verdict"]) == ("", "unique")
        finally:
            one.stop()

    asyncio.run(run())


def talked(
    what: Callable[[int], Awaitable[None]],
    answer: bytes = b"well",
    waiting: float = 0.1,
    **options: Any,
) -> None:
    """Run something against a server whose connections are cut after some seconds of waiting."""

    async def app(_scope: Any, _receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": answer})

    async def run() -> None:
        listener = socket.create_server(("127.0.0.1", 0))
        quiet: dict[str, Any] = {"ws": "none", "lifespan": "off", "log_level": "error"}
        config = uvicorn.Config(app, http=Connection, **quiet, **options)
        config.timeout_keep_alive = waiting  # type: ignore[assignment]
        server = uvicorn.Server(config)
        running = asyncio.create_task(server.serve(sockets=[listener]))
        try:
            await what(listener.getsockname()[1])
        finally:
            server.should_exit = True
            await running

    asyncio.run(run())


@pytest.mark.parametrize("head", [b"", b"GET / HTTP/1.1\r\nHost: x", b"GET / HTTP/1.1\r\nX: y\r\n"])
def test_a_connection_on_which_no_whole_head_comes_is_cut(head: bytes) -> None:
    async def dawdle(port: int) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        assert (await reader.readline()).startswith(b"HTTP/1.1 200")
        writer.write(head)
        with pytest.raises(ConnectionError):
            while True:  # the rest of the first answer, and then the end
                if not await asyncio.wait_for(reader.read(4096), 60):
                    raise ConnectionError
        writer.close()

        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(head)
        with pytest.raises(ConnectionError):
            if not await asyncio.wait_for(reader.read(4096), 60):
                raise ConnectionError
        writer.close()

    talked(dawdle)


def test_many_connections_without_a_request_keep_nobody_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(guards, "MOST_WAITING", 5)

    async def crowd(port: int) -> None:
        others = [await asyncio.open_connection("127.0.0.1", port) for _ in range(9)]
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        assert (await reader.readline()).startswith(b"HTTP/1.1 200")
        with pytest.raises(ConnectionError):
            if not await asyncio.wait_for(others[0][0].read(1), 30):
                raise ConnectionError
        for _, other in (*others, (reader, writer)):
            other.close()

    talked(crowd, waiting=60)


def test_a_burst_of_connections_keeps_nobody_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guards, "MOST_WAITING", 5)

    async def burst(port: int) -> None:
        together = (asyncio.open_connection("127.0.0.1", port) for _ in range(40))
        others = await asyncio.gather(*together)
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        assert (await reader.readline()).startswith(b"HTTP/1.1 200")
        for _, other in (*others, (reader, writer)):
            other.close()

    talked(burst, waiting=60, limit_concurrency=20)


def test_a_client_that_does_not_take_its_answer_in_is_cut_off() -> None:
    size = 30_000_000

    async def ignore(port: int) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=1024)
        writer.write(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        await asyncio.sleep(0.5)
        got = 0
        with pytest.raises(ConnectionError):
            while got < size:
                piece = await asyncio.wait_for(reader.read(1 << 20), 30)
                if not piece:
                    raise ConnectionError
                got += len(piece)
        writer.close()

    talked(ignore, b"x" * size)


def test_a_process_that_ends_while_it_starts_has_broken_down(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(workers_module, "_work", operator.is_)  # which does nothing
    with pytest.raises(BrokenDownError, match="ended without an answer"):
        asyncio.run(Workers(Bounds(at_once=1)).start())
