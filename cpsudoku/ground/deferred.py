"""NumPy and Arrow as `np` and `pa`, which are imported when something of them is first used.

>>> from cpsudoku.ground.deferred import np
>>> np.zeros(3, np.uint8).tolist()
[0, 0, 0]

To import them takes longer than most commands do, and few functions of a module need them.
`NDArray` is here too: it stands in annotations alone, which nobody evaluates.
"""

from __future__ import annotations

from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING

__all__ = ["NDArray", "np", "pa"]

if TYPE_CHECKING:
    import numpy as np
    import pyarrow as pa
    from numpy.typing import NDArray
else:
    NDArray = object

    class _Deferred(ModuleType):
        def __getattr__(self, name: str) -> object:
            module = import_module(self.__name__)
            vars(self).update(vars(module))
            self.__class__ = ModuleType  # from now on a plain module, whose attributes are fast
            return getattr(module, name)

    np, pa = _Deferred("numpy"), _Deferred("pyarrow")
