"""A missing extra is named with how to install it; a fault of ours is not taken for one."""

import pytest

from cpsudoku.cli import extras
from cpsudoku.errors import BackendUnavailableError


def test_a_missing_module_is_told_with_its_extra() -> None:
    with (
        pytest.raises(BackendUnavailableError, match=r"the page needs tea; .*cpsudoku\[web\]'"),
        extras.needing("web", "the page"),
    ):
        raise ModuleNotFoundError("No module named 'tea'", name="tea")


def test_a_missing_module_of_ours_is_a_fault() -> None:
    with pytest.raises(ModuleNotFoundError), extras.needing("web", "the page"):
        raise ModuleNotFoundError("No module named 'cpsudoku.tea'", name="cpsudoku.tea")
