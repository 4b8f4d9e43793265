"""The files of the page, all read once: no path of a request ever reaches the disk."""

from __future__ import annotations

import json
from hashlib import blake2b
from pathlib import Path
from typing import NamedTuple

from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

FOLDER = Path(__file__).parent / "page"
"""Where the files are."""

_TYPES = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".svg": "image/svg+xml",
}


class _File(NamedTuple):
    content: bytes
    headers: dict[str, str]


class Pages:
    """Answers with the files of the page, and refuses everything else."""

    def __init__(self) -> None:
        self._files = {
            f"/{path.relative_to(FOLDER).as_posix()}": _read(path)
            for path in FOLDER.rglob("*")
            if path.suffix in _TYPES
        }
        self._files["/words/index.json"] = _file(self._languages(), ".json")
        page = self._files["/index.html"]
        # Else a browser learns of a module only once it has read another that imports it.
        ahead = ["</style.css>; rel=preload; as=style"]
        ahead += [f"<{path}>; rel=modulepreload" for path in self._files if _is_module(path)]
        self._files["/"] = page._replace(headers=page.headers | {"link": ", ".join(ahead)})

    def _languages(self) -> bytes:
        """Return what each language calls itself, by the names of their files, as JSON."""
        names = {
            path.removeprefix("/words/").removesuffix(".json"): json.loads(file.content)
            for path, file in sorted(self._files.items())
            if path.startswith("/words/")
        }
        found = {name: words["language name"] for name, words in names.items()}
        return json.dumps(found, ensure_ascii=False).encode()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
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


def _is_module(path: str) -> bool:
    # These are of other pages, or hold types alone.
    others = ("/js/reference.js", "/js/types.js", "/js/setting/")
    return path.startswith("/js/") and not path.startswith(others)


def _read(path: Path) -> _File:
    return _file(path.read_bytes(), path.suffix)


def _file(content: bytes, suffix: str) -> _File:
    mark = blake2b(content, digest_size=12).hexdigest()
    # Asked for again each time, so that a newer page is never hidden by an old one.
    headers = {
        "content-type": _TYPES[suffix],
        "etag": f'"{mark}"',
        "cache-control": "no-cache",
    }
    return _File(content, headers)
