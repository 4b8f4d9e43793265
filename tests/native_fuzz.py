"""Call everything in the compiled core with arguments good and bad; a process of its own.

    python tests/native_fuzz.py SEED CALLS [NAME…]

Arguments are made from the signatures, so that new bindings are called too: for each parameter a
value that fits its name, and now and then another one of its type or of any type, or one in which a
number, however deep, is at an end of 8 to 64 bits.  Now and then two threads call methods of an
object at once.  Each call is printed before it is made.  The process must end by itself and with
status 0: a call returns, raises one of the errors that callers expect, or is ended by a signal.

Under the sanitizers (CONTRIBUTING.md says how) the limit of memory has to go: they map terabytes;
CPSUDOKU_FUZZ_MEMORY=0, and a call may need more than the usual time: CPSUDOKU_FUZZ_SECONDS=1.
"""

from __future__ import annotations

import ast
import contextlib
import faulthandler
import gc
import importlib
import math
import os
import random
import re
import signal
import sys
import threading
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from native_fitting import ODD, Fitting

EXPECTED = (ValueError, TypeError, OverflowError, MemoryError, RuntimeError, OSError, BufferError)
PATIENCE = float(os.environ.get("CPSUDOKU_FUZZ_SECONDS", "0.05"))  # until a signal ends a call
INTS = [-1, 0, 1, 2, 3, 4, 9, 10, 16, 17, 63, 64, 65, 81, 255, 256, 2**16, 2**31 - 1, 2**31]
INTS += [2**32 - 1, 2**32, 2**63 - 1, 2**63, 2**64 - 1, 2**64, -(2**63)]

# What numbers of a call are at, so that their differences are beyond the type.
ENDS: list[tuple[int, ...]] = [
    (-(2**63), 2**63 - 1),
    (-(2**63), 2**63 - 1),
    (-(2**31), 2**31 - 1),
    (0, 2**32 - 1),
]
ENDS += [(0, 2**64 - 1), (0, 2**16 - 1, 2**16), (0, 2**8 - 1, 2**8)]


class Alarm(Exception):  # noqa: N818
    """The call took long; a signal has ended it."""


class Fuzz(Fitting):
    """Calls of everything in a module, from one seed.

    Attributes:
        returned: what has been called and has returned a value, not raised an error.
    """

    def __init__(self, native: Any, seed: int) -> None:
        super().__init__(native, random.Random(seed))
        self._null = os.open(os.devnull, os.O_WRONLY)
        self.returned: set[str] = set()
        self._calling = False
        self._stuck = False
        self._ends: tuple[int, ...] = ()

    def run(self, calls: int, names: Sequence[str] = ()) -> None:
        """Make this many calls, of some names or of all; methods are called on each object."""
        signal.signal(signal.SIGALRM, self._ring)
        names = names or [n for n in sorted(dir(self._native)) if not n.startswith("_")]
        for number in range(calls):
            name = names[number % len(names)]
            self._bad = self._chance.choice((0.0, 0.05, 0.3))
            self._size = self._chance.choice((4, 9, 9))
            thing = getattr(self._native, name)
            if isinstance(thing, type):
                self._use(name, thing)
            else:
                self._call(name, thing)
            gc.collect(0)

    def insist(self, name: str, tries: int = 200) -> None:
        """Call a binding with arguments that fit until it returns, or this many times."""
        owner, _, method = name.partition(".")
        thing = getattr(self._native, owner)
        self._bad = 0.0
        for _ in range(tries):
            if name in self.returned:
                return
            self._size = self._chance.choice((4, 9))
            if not isinstance(thing, type):
                self._call(name, thing)
                continue
            made = self._instance(owner, thing)
            if method and made is not None:
                before = self._chance.choice(sorted(m for m in vars(thing) if m[0] != "_"))
                for called in (before, method):  # some answer only once something was done
                    if callable(vars(thing)[called]):
                        self._call(f"{owner}.{called}", getattr(made, called), vars(thing)[called])

    def _ring(self, *_: object) -> None:
        if self._calling:  # else it came just too late
            raise Alarm

    def _use(self, name: str, kind: type) -> None:
        made = self._instance(name, kind)
        if made is None:
            return
        methods = [n for n in vars(kind) if not n.startswith("_")]
        for method in self._chance.choices(methods, k=6) if methods else ():
            if callable(vars(kind)[method]):
                self._call(f"{name}.{method}", getattr(made, method), vars(kind)[method])
            else:
                getattr(made, method)
        methods = [method for method in methods if callable(vars(kind)[method])]
        if methods and not self._stuck:
            self._together(name, made, self._chance.choices(methods, k=2))

    def _together(self, name: str, made: Any, methods: list[str]) -> None:
        """Call two methods of an object at once, one in a thread of its own."""
        other, here = methods
        kind = getattr(self._native, name)
        given, named = self._arguments(f"{name}.{other}", vars(kind)[other], 0.05)
        print("beside", f"{name}.{other}", f"{given!r:.2000}", f"{named!r:.2000}", flush=True)

        def beside() -> None:
            with contextlib.suppress(*EXPECTED):
                getattr(made, other)(*given, **named)

        thread = threading.Thread(target=beside, daemon=True)
        thread.start()
        self._call(f"{name}.{here}", getattr(made, here), vars(kind)[here])
        thread.join(20)
        self._stuck = thread.is_alive()  # no signal ends it

    def _instance(self, name: str, kind: type) -> Any:
        if "__init__" in vars(kind) and hasattr(vars(kind)["__init__"], "__nb_signature__"):
            return self._call(name, kind, vars(kind)["__init__"])
        heirs = [n for n, k in vars(self._native).items() if kind in getattr(k, "__bases__", ())]
        if heirs:  # it only says what they have in common
            heir = self._chance.choice(heirs)
            return self._instance(heir, getattr(self._native, heir))
        owner, method = self._maker(name)
        if owner == name:  # a function of the class
            return self._call(f"{owner}.{method}", getattr(kind, method))
        maker = self._instance(owner, getattr(self._native, owner))
        described = vars(type(maker)).get(method)
        return maker and self._call(f"{owner}.{method}", getattr(maker, method), described)

    def _maker(self, name: str) -> tuple[str, str]:
        makers = []
        for owner, kind in vars(self._native).items():
            for method, described in vars(kind).items() if isinstance(kind, type) else ():
                for signature, *_ in getattr(described, "__nb_signature__", ()):
                    if re.search(rf"-> ([\w.]+\.)?{name}$", signature) and method != "__init__":
                        makers.append((owner, method))
        if not makers:
            raise LookupError(f"nothing makes a {name}")
        return self._chance.choice(makers)

    def _call(self, name: str, function: Any, described: Any = None) -> Any:
        given, named = self._arguments(name, described or function)
        print(name, f"{given!r:.2000}", f"{named!r:.2000}", flush=True)
        try:
            self._calling = True
            signal.setitimer(signal.ITIMER_REAL, PATIENCE)
            try:
                made = function(*given, **named)
            finally:
                self._calling = False
                signal.setitimer(signal.ITIMER_REAL, 0)
            self.returned.add(name)
            return made
        except (*EXPECTED, Alarm) as error:
            print("  ", type(error).__name__, str(error)[:100])
            return None

    def _arguments(
        self, name: str, described: Any, seconds: float | None = None
    ) -> tuple[list[Any], dict[str, Any]]:
        """Return arguments by place and by name; with some seconds those are its limit."""
        chance = self._chance
        self._rows = chance.choice((0, 1, 2, 5, 70))
        self._ends = chance.choice(ENDS) if self._bad and chance.random() < 0.4 else ()
        given: list[Any] = []
        named: dict[str, Any] = {}
        for key, kind, only_named in parameters(described.__nb_signature__[0][0]):
            value = self._value(name, key, kind)
            if key == "seconds" and seconds is not None:
                value = seconds
            if only_named:
                named[key] = value
            else:
                given.append(value)
        return given, named

    def _value(self, name: str, key: str, kind: str) -> Any:
        chance = self._chance
        if chance.random() < self._bad:
            if chance.random() < 0.3:
                return chance.choice(ODD) if key != "descriptor" else -1
            return self._of_kind(key, kind)
        fitting = getattr(self, f"fit_{key}", None)
        made = fitting(name, kind) if fitting else NotImplemented
        made = self._of_kind(key, kind) if made is NotImplemented else made
        return self._spoiled(made) if self._ends and chance.random() < 0.5 else made

    def _spoiled(self, value: Any) -> Any:
        """Return a value with one of the numbers in it, however deep, at an end of its type."""
        chance = self._chance
        if isinstance(value, int):
            return chance.choice(self._ends)
        if isinstance(value, np.ndarray) and value.size and value.dtype.kind in "iu":
            spoiled, ends = value.copy(), np.iinfo(value.dtype)
            spoiled.flat[chance.randrange(value.size)] = chance.choice((ends.min, ends.max))
            return spoiled
        if isinstance(value, (list, tuple, set)) and value:
            parts = list(value)
            place = chance.randrange(len(parts))
            parts[place] = self._spoiled(parts[place])
            return type(value)(parts)
        return value

    # Values of a type.

    def _of_kind(self, key: str, kind: str) -> Any:  # noqa: C901, PLR0911
        chance = self._chance
        if key == "descriptor":
            return self._null
        if kind.startswith("Array"):
            return self._array(kind)
        if kind in vars(self._native):
            return self._instance(kind, getattr(self._native, kind))
        if kind.startswith(("collections.abc.Sequence", "collections.abc.It", "list", "tuple")):
            parts = parts_of(kind)
            length = chance.choice((0, 1, 2, 3, 4, 9, 16, 81, 81))
            if kind.startswith("tuple") and "..." not in parts:
                return tuple(self._of_kind("", part) for part in parts)
            sort = tuple if kind.startswith("tuple") else list
            return sort(self._of_kind("", parts[0]) for _ in range(length))
        if kind.startswith("collections.abc.Callable"):
            rows: list[Any] = [[], [[0]], [[0, 0]], [[0, 2], [1, 2]], 7]
            return lambda _: chance.choice(rows)
        if "float" in kind:
            return chance.choice(
                (0.0, 0.01, -1.0, math.nan, math.inf, -math.inf, 1e300, None, 0.05)
            )
        if "bool" in kind:
            return chance.random() < 0.5
        if kind.startswith("int"):
            return chance.choice(INTS) if chance.random() < 0.5 else chance.randrange(12)
        if "str" in kind:
            return chance.choice(("", "auto", "index", "naked", "portable", "links", "ß", None))
        return chance.choice((b"", b"1\n", b"." * 81 + b"\n", os.urandom(200), bytearray(90), "x"))

    def _array(self, kind: str) -> Any:
        _, dtype, *shape = kind.split("_")
        odd = self._chance.random() < self._bad
        rows = self._chance.choice((0, 1, 3)) if odd else self._rows
        sides = [
            rows,
            *(
                int(s) if s.isdigit() else self._chance.choice((16, 36, 81, 81, 81))
                for s in shape[1:]
            ),
        ]
        kinds = ("int64", "uint8", "uint16", "float64") if odd else (dtype,)
        made = np.random.default_rng(self._chance.randrange(2**32)).integers(
            0, self._chance.choice((1, 2, 10, 120)), sides
        )
        array = made.astype(self._chance.choice(kinds))
        return array[::2] if odd else array


def bindings(native: Any) -> set[str]:
    """Return the names of all functions and methods, and of the classes that can be made."""
    found = set()
    for name, thing in vars(native).items():
        if not isinstance(thing, type):
            found |= {name} if hasattr(thing, "__nb_signature__") else set()
            continue
        if hasattr(vars(thing).get("__init__"), "__nb_signature__"):
            found.add(name)
        found |= {f"{name}.{m}" for m, it in vars(thing).items() if m[0] != "_" and callable(it)}
    return found


def parts_of(kind: str) -> list[str]:
    """Return the types in the brackets of a type, which may have brackets themselves.

    >>> parts_of("list[tuple[int, list[str]]]"), parts_of("tuple[int, list[str], ...]")
    (['tuple[int, list[str]]'], ['int', 'list[str]', '...'])
    """
    parts = [""]
    depth = 0
    for c in kind[kind.index("[") + 1 : kind.rindex("]")]:
        depth += (c == "[") - (c == "]")
        if c == "," and not depth:
            parts.append("")
        else:
            parts[-1] += c
    return [part.strip() for part in parts]


def parameters(signature: str) -> Iterator[tuple[str, str, bool]]:
    """Yield name, type and whether it is given by name, for each parameter of a signature."""
    plain = re.sub(r"\\\d+", "None", signature)
    plain = re.sub(r"\b(cpsudoku\.)?_native\.", "", plain)
    plain = re.sub(
        r"ndarray\[dtype=(\w+)(?:, shape=\(([^)]*)\))?[^\]]*\]",
        lambda m: "_".join(["Array", m[1], *(m[2] or "any").replace("*", "any").split(", ")]),
        plain,
    )
    function = ast.parse(plain + ": ...").body[0]
    assert isinstance(function, ast.FunctionDef)
    for one in function.args.args + function.args.kwonlyargs:
        if one.arg != "self" and one.annotation is not None:
            yield one.arg, ast.unparse(one.annotation), one in function.args.kwonlyargs


def main() -> None:
    """Run; the arguments are the seed, the number of calls, and what is called, if not all."""
    faulthandler.enable()
    memory = int(os.environ.get("CPSUDOKU_FUZZ_MEMORY", str(6 << 30)))
    if memory:
        import resource  # not everywhere

        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    module = os.environ.get("CPSUDOKU_FUZZ_MODULE", "cpsudoku._native")
    native = importlib.import_module(module)
    fuzz = Fuzz(native, int(sys.argv[1]))
    fuzz.run(int(sys.argv[2]), sys.argv[3:])
    if sys.argv[3:]:
        fuzz.returned = bindings(native)
    for name in sorted(bindings(native) - fuzz.returned):
        fuzz.insist(name)
    print("never returned:", *sorted(bindings(native) - fuzz.returned))
    print("done", flush=True)
    os._exit(0)  # a thread that no signal ends would be ended in the middle of its work


if __name__ == "__main__":
    main()
