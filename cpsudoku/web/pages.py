"""The files of the page, all read once: no path of a request ever reaches the disk."""

from __future__ import annotations

import json
from hashlib import blake2b
from pathlib import Path
from typing import NamedTuple

from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from cpsudoku import words

FOLDER = Path(__file__).parent / "page"
"""Where the files are."""

_TYPES = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".svg": "image/svg+xml",
}


def contents() -> dict[str, bytes]:
    """Return the files of the page by their paths, which begin with no slash.

    What each language calls itself is among them, as ``words/index.json``.
    """
    found = {
        path.relative_to(FOLDER).as_posix(): path.read_bytes()
        for path in sorted(FOLDER.rglob("*"))
        if path.suffix in _TYPES
    }
    for language in words.languages():
        found[f"words/{language}.json"] = as_json(words.templates(language))
    found["words/index.json"] = as_json(words.languages())
    return found


def as_json(value: object) -> bytes:
    """Return a value as a file of JSON."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()


class _File(NamedTuple):
    content: bytes
    headers: dict[str, str]


class Pages:
    """Answers with the files of the page, and refuses everything else."""

    def __init__(self) -> None:
        self._files = {
            f"/{path}": _file(content, Path(path).suffix) for path, content in contents().items()
        }
        self._files["/files.json"] = _file(self._names(), ".json")
        # Browsers ask for it by this name where they have not read a page to its end.
        self._files["/favicon.ico"] = self._files["/icon.svg"]
        self._files["/"] = self._files["/index.html"]

    def _names(self) -> bytes:
        """Return the names of all files, which a browser keeps to play on without a connection."""
        names = (path.removeprefix("/") for path in self._files if path != "/service.js")
        return as_json(["./", *sorted(names)])

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self._answer(scope)(scope, receive, send)

    def _answer(self, scope: Scope) -> Response:
        found = self._files.get(scope["path"])
        if found is None:
            return Response("there is no such page", 404, media_type="text/plain")
        if scope["method"] not in ("GET", "HEAD"):
            return Response(None, 405, {"allow": "GET, HEAD"})
        if Headers(scope=scope).get("if-none-match") == found.headers["etag"]:
            return Response(None, 304, found.headers)
        return Response(found.content, headers=found.headers)


def _file(content: bytes, suffix: str) -> _File:
    mark = blake2b(content, digest_size=12).hexdigest()
    # Asked for again each time, so that a newer page is never hidden by an old one.
    headers = {"content-type": _TYPES[suffix], "etag": f'"{mark}"', "cache-control": "no-cache"}
    return _File(content, headers)
