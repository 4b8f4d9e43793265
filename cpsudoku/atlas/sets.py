"""Which sets of rules are in the atlas, and what is known of them from elsewhere."""

from __future__ import annotations

_JIGSAWS = {
    "5": "1111213322433324455244555",
    "6": "112333112233112223445566445566445566",
    "7": "1122223144422315444231543333155556617756667777766",
    "9": "112222222111333322113344355113445555663447555866447777886649777888699799888669999",
    "9b": "112223333112233333111245555112244555662744455666744888667748888677779889679999999",
}

SETS = (
    "4", "4+diagonals", "4+windows", "4+disjoint", "4+antiknight", "4+antiking", "latin:4",
    "latin:4+diagonals", "latin:4+antiknight", "4+cyclicnonconsecutive",
    "latin:5", "latin:5+diagonals", "latin:5+antiknight", "latin:5+antiking",
    "latin:5+nonconsecutive", "latin:5+cyclicnonconsecutive", f"jigsaw:{_JIGSAWS['5']}",
    "2x3", "2x3+diagonals", "2x3+windows", "2x3+disjoint", "2x3+antiknight", "2x3+antiking",
    "2x3+nonconsecutive", "2x3+cyclicnonconsecutive", "2x3+diagonals+windows",
    "2x3+diagonals+disjoint", "latin:6", "latin:6+diagonals", "latin:6+antiknight",
    "latin:6+nonconsecutive", f"jigsaw:{_JIGSAWS['6']}",
    "latin:7", "latin:7+diagonals", "latin:7+antiknight", "latin:7+antiking",
    "latin:7+nonconsecutive", "latin:7+cyclicnonconsecutive", f"jigsaw:{_JIGSAWS['7']}",
    f"jigsaw:{_JIGSAWS['7']}+diagonals",
    "2x4", "2x4+diagonals", "2x4+disjoint", "2x4+windows", "2x4+antiknight", "2x4+antiking",
    "2x4+nonconsecutive", "2x4+antiknight+antiking",
    "9", "9+diagonals", "9+windows", "9+disjoint", "9+antiknight", "9+antiking",
    "9+nonconsecutive", "9+cyclicnonconsecutive", "9+diagonals+windows", "9+diagonals+disjoint",
    "9+diagonals+antiknight", "9+windows+antiknight", "9+antiknight+antiking",
    "9+antiknight+nonconsecutive", "9+antiking+nonconsecutive",
    "9+antiknight+antiking+nonconsecutive", "9+antiknight+cyclicnonconsecutive",
    f"jigsaw:{_JIGSAWS['9']}", f"jigsaw:{_JIGSAWS['9b']}", "samurai",
)  # fmt: skip
"""The rules, each in a few words."""

KNOWN_GRIDS = {
    "4": (288, "well known"),
    "latin:4": (576, "OEIS A002860"),
    "latin:5": (161_280, "OEIS A002860"),
    "latin:6": (812_851_200, "OEIS A002860"),
    "latin:7": (61_479_419_904_000, "OEIS A002860"),
    "2x3": (28_200_960, "well known"),
    "2x4": (29_136_487_207_403_520, "well known"),
    "9": (6_670_903_752_021_072_936_960, "Felgenhauer and Jarvis 2005"),
    "9+antiknight+antiking+nonconsecutive": (72, "D. Clamage's tests"),
}
"""How many grids there are by others' counts, and whose count it is."""

KNOWN_CLASSES = {
    "4": (2, "well known"),
    "9": (5_472_730_538, "Russell and Jarvis 2006"),
    "9+nonconsecutive": (330_845, "Mathimagics"),
    "9+cyclicnonconsecutive": (12_263, "Mathimagics"),
}
"""How many classes there are, likewise."""
