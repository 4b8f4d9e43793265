"""How difficult a puzzle is to be: its rating, its class, techniques on its path or kept off it.

>>> DifficultySpec(er=(20, 26), without=("x-wing",)).order.name
'explainer'
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from cpsudoku.errors import OptionError
from cpsudoku.ground.names import plain

if TYPE_CHECKING:
    from cpsudoku.logic.orders import Order

ALL_CHAINS = ("chains", "forcing chains", "forcing nets", "tables")
"""The families that ``chains`` means when it is kept off the path."""


_SEARCHED_FOR = 93
"""From this rating on in tenths; digging gives five puzzles a second rated 9.0 to 9.4, few of them
more than 9.2."""


@dataclass(frozen=True)
class DifficultySpec:
    """What the path that solves a puzzle is to be like.

    Args:
        er: the least and the largest rating of Sudoku Explainer, in tenths.
        from_scratch: whether searches for what is harder than digging gives begin at dug puzzles,
            and not at well-known ones (`cpsudoku.generation.searching`).
        needs: techniques, or families of them, each of which is to be on the path, before anything
            harder.
        without: techniques, or families of them, none of which may be on the path.

    The path is Sudoku Explainer's, or HoDoKu's where its class is wished for or where it alone has
    one of the techniques; a rating is always taken on Sudoku Explainer's.

    Raises:
        OptionError: an empty range, or a name that means nothing.
    """

    er: tuple[int, int] | None = None
    hodoku: str | None = None
    needs: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    from_scratch: bool = False

    def __post_init__(self) -> None:
        if self.er is not None and not 0 <= self.er[0] <= self.er[1]:
            low, high = (number / 10 for number in self.er)
            raise OptionError(f"a rating from {low} to {high}; expected least and most")
        if self.from_scratch and not self.is_searched_for:
            raise OptionError("from scratch goes with a rating from 9.3 on, which is searched for")
        if self.hodoku is not None:
            from cpsudoku.logic.ratings import HODOKU_CLASSES

            if self.hodoku not in HODOKU_CLASSES:
                expected = ", ".join(HODOKU_CLASSES)
                raise OptionError(f"no class {self.hodoku!r}; expected one of {expected}")
        for name in (*self.needs, *self.without):
            if not techniques_called(name):
                from cpsudoku.logic.techniques import no_technique

                raise OptionError(no_technique(name, ("chains", *_families())))
        for name in self.needs:
            if not techniques_called(name) & set(self.order.numbers):
                raise OptionError(f"no search of the order {self.order.name!r} finds {name!r}")

    @property
    def is_searched_for(self) -> bool:
        """Whether digging seldom gives puzzles as hard as that."""
        return self.er is not None and self.er[0] >= _SEARCHED_FOR

    @property
    def order(self) -> Order:
        """The order whose path is looked at for classes and techniques."""
        from cpsudoku.logic.orders import EXPLAINER, HODOKU

        names = [techniques_called(name) for name in (*self.needs, *self.without)]
        known = set(EXPLAINER.numbers)
        if self.hodoku is None and all(name & known for name in names):
            return EXPLAINER
        return HODOKU


def techniques_called(name: str) -> frozenset[str]:
    """Return the techniques of a name or family (``naked-pair``, ``fish``); written in any way."""
    from cpsudoku.logic.techniques import TECHNIQUES

    wanted = plain(name)
    families = set(map(plain, ALL_CHAINS)) if wanted == "chains" else {wanted}
    return frozenset(
        technique.name
        for technique in TECHNIQUES.values()
        if plain(technique.name) == wanted or plain(technique.family) in families
    )


def _families() -> set[str]:
    from cpsudoku.logic.techniques import TECHNIQUES

    return {technique.family for technique in TECHNIQUES.values()}
