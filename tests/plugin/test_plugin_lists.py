"""What CONTRIBUTING.md lists for a technique and a primitive is where these stand."""

import re

import pytest
from plugging import PAGE

ROOT = PAGE.parent


def listed(section: str) -> set[str]:
    """The files of the package that a section's numbered list names; some stand without folder."""
    text = PAGE.read_text(encoding="utf-8").partition(f"## {section}\n")[2].partition("\n## ")[0]
    items = re.findall(r"^\d\. (?:.|\n(?!\n))*", text, re.MULTILINE)
    names = re.findall(r"`([\w/.-]+\.(?:py|[ch]pp|js(?:on)?))`", "\n".join(items))
    native = "cpsudoku/native/fd/"
    return {
        whole
        for name in names
        for whole in (name, native + name)
        if whole.startswith("cpsudoku/") and (ROOT / whole).is_file()
    }


def holding(patterns: dict[str, str]) -> set[str]:
    """The sources of the package, by their endings, in which a pattern occurs."""
    sources = (path for path in (ROOT / "cpsudoku").rglob("*.*") if path.suffix in patterns)
    return {
        str(path.relative_to(ROOT))
        for path in sources
        if "tests" not in path.parts
        and re.search(patterns[path.suffix], path.read_text(encoding="utf-8"), re.MULTILINE)
    }


NAME = r"(?<![\w-])w-wing\b"
CLASS = r"\bElement\b"


@pytest.mark.parametrize(
    ("section", "patterns", "most"),
    [
        ("Adding a technique", dict.fromkeys((".py", ".cpp", ".hpp", ".js", ".json"), NAME), 7),
        (
            "Adding a primitive",
            {
                ".py": r"primitives\.Element\b|^class Element\b|^    Element,$",
                ".js": r"^  element: \(",
                **dict.fromkeys((".cpp", ".hpp"), CLASS),
            },
            12,
        ),
    ],
)
def test_lists_are_whole(section: str, patterns: dict[str, str], most: int) -> None:
    assert listed(section) == holding(patterns)
    assert len(listed(section)) <= most
