"""How fast the server of the page answers: `check` at a steady rate, and the first board.

    python benchmarks/web_requests.py --rate 200 --seconds 10 puzzles/contract.txt

Each request goes out at its time, whether or not others are still open, so that a slow answer shows
in the percentiles instead of slowing the clock (no coordinated omission).
"""

from __future__ import annotations

import argparse
import asyncio
import re
import subprocess
import sys
import time
from itertools import cycle
from pathlib import Path

import httpx


async def asked(client: httpx.AsyncClient, puzzle: str, due: float) -> float:
    """Return the seconds from when a request was due to its answer."""
    answer = await client.post("/api/check", json={"puzzle": puzzle})
    answer.raise_for_status()
    return time.monotonic() - due


async def measured(address: str, puzzles: list[str], rate: float, seconds: float) -> list[float]:
    """Return the times of all requests, sorted."""
    source, tasks = cycle(puzzles), []
    async with httpx.AsyncClient(base_url=address, timeout=30) as client:
        await client.post("/api/check", json={"puzzle": puzzles[0]})
        start = time.monotonic()
        for number in range(round(rate * seconds)):
            due = start + number / rate
            await asyncio.sleep(max(0.0, due - time.monotonic()))
            tasks.append(asyncio.create_task(asked(client, next(source), due)))
        return sorted(await asyncio.gather(*tasks))


def main() -> None:
    """Start a server, ask it, and print percentiles in milliseconds."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path, help="puzzles, one a line")
    parser.add_argument("--rate", type=float, default=200, help="requests a second")
    parser.add_argument("--seconds", type=float, default=10)
    options = parser.parse_args()
    lines = options.file.read_text(encoding="utf-8").splitlines()
    puzzles = [line[:81] for line in lines if re.match(r"[.0-9]{81}", line)]
    began = time.monotonic()
    server = subprocess.Popen(
        [sys.executable, "-m", "cpsudoku", "serve"], stderr=subprocess.PIPE, text=True
    )
    assert server.stderr is not None
    try:
        address = server.stderr.readline().split()[0]
        httpx.get(address).raise_for_status()
        print(f"first page after {time.monotonic() - began:.2f} s")
        times = asyncio.run(measured(address, puzzles, options.rate, options.seconds))
    finally:
        server.terminate()
        server.wait()
    for share in (0.5, 0.9, 0.99, 1.0):
        print(f"{share:4.0%} {1000 * times[min(len(times) - 1, int(share * len(times)))]:7.1f} ms")


if __name__ == "__main__":
    main()
