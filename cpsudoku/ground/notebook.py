"""How values show themselves in notebooks.

Nothing is imported here: ``python -m cpsudoku`` loads this before it leaves the current folder.
"""


class Drawn:
    """Something that notebooks show as a picture."""

    __slots__ = ()

    @staticmethod
    def picture(shown: object) -> str:
        """Return a drawing as SVG; the package sets this, from above what is drawn."""
        raise NotImplementedError

    def _repr_svg_(self) -> str:
        return type(self).picture(self)
