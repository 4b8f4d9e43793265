"""Texts of every named constraint, on boards as small as they allow."""

from cpsudoku.rules import Board, square

FOUR, SIX = square(4), square(6)

SIX_CELLS = "r1c1,r1c2,r1c3,r2c1,r2c2,r2c3"
NINE_CELLS = f"{SIX_CELLS},r3c1,r3c2,r3c3"

# For each variant texts on a 4×4 board, or a 6×6 one where three classes of digits are needed.
EXAMPLES = {
    "killer": ["killer:5@r1c1,r1c2", "killer@r1c1,r2c1,r2c2", "killer:9@r1c1,r1c2,r1c3"],
    "sum": ["sum:5,7@r1c1,r2c2,r3c3", "sum:1,2:1,-1@r1c1,r1c2", "sum:4:2,1@r1c1,r2c2"],
    "equality": ["equality@r1c1,r1c2", "equality@r1c1,r1c2,r2c1,r2c2", "equality@r1c1,r1c2,r1c3"],
    "product": ["product:6@r1c1,r1c2,r2c1", "product:4@r1c1,r2c2", "product:12@r1c1,r1c2,r1c3"],
    "mean": ["mean:2@r1c1,r1c2,r2c1", "mean:3@r1c1,r2c2"],
    "primesum": ["primesum@r1c1,r1c2", "primesum@r1c1,r2c2,r3c3"],
    "squaresum": ["squaresum@r1c1,r1c2", "squaresum@r1c1,r2c2,r3c3"],
    "equalcages": [
        "equalcages@r1c1,r1c2/r2c3,r3c3",
        "equalcages:1,2,1@r1c1,r1c2/r2c3,r3c3/r4c1",
        "equalcages:1,2@r1c1,r1c2/r1c2,r2c2",
    ],
    "contains": ["contains:1,1,2@r1c1,r1c2,r2c1,r2c2"],
    "rellik": ["rellik:1@r1c1,r1c2,r2c1", "rellik:3@r1c1,r1c2"],
    "lunchbox": [
        "lunchbox:2@r1c1,r1c2,r2c1",
        "lunchbox:0@r1c1,r2c2,r3c3",
        "lunchbox:5@r1c1,r1c2,r1c3,r1c4",
    ],
    "exactly": ["exactly:1,1,2@r1c1,r1c2,r2c1,r2c2"],
    "lookandsay": ["lookandsay:1,2,0,3@r1c1,r1c2,r2c1"],
    "countdistinct": ["countdistinct@r1c1,r1c2,r2c1,r2c2", "countdistinct@r1c1,r1c2"],
    "quad": ["quad:1,2@r1c1,r1c2,r2c1,r2c2", "quad:3@r1c1,r1c2,r2c1,r2c2"],
    "same": ["same@r1c1,r2c2,r3c3,r4c4", "same@r1c1,r2c2"],
    "distinct": ["distinct:2@r1c1,r1c2,r2c1,r2c2", "distinct:1@r1c1,r2c2"],
    "thermo": ["thermo@r1c1,r1c2,r2c2"],
    "slowthermo": ["slowthermo@r1c1,r1c2,r2c2,r3c3", "slowthermo@r1c1,r1c2,r2c2,r1c1"],
    "whispers": [
        "whispers@r1c1,r1c2,r2c2",
        "whispers:3@r1c1,r1c2",
        "whispers@r1c1,r1c2,r2c2,r2c1,r1c1",
    ],
    "renban": ["renban@r1c1,r1c2,r2c2", "renban@r1c1,r2c2", "renban@r1c1,r1c2,r2c2,r1c2,r1c3"],
    "palindrome": [
        "palindrome@r1c1,r1c2,r1c3,r2c3",
        "palindrome@r1c1,r1c2,r2c3",
        "palindrome@r1c1,r1c2,r2c2,r2c1,r1c1",
    ],
    "between": ["between@r1c1,r1c2,r1c3,r2c3", "between@r1c1,r1c2,r2c2,r1c2,r1c3"],
    "lockout": [
        "lockout:2@r1c1,r1c2,r1c3,r2c3",
        "lockout@r1c1,r1c2",
        "lockout:0@r1c1,r1c2,r1c3",
        "lockout:0@r1c1,r1c2,r2c2,r1c1",
    ],
    "zipper": [
        "zipper@r1c1,r1c2,r2c2",
        "zipper@r1c1,r1c2,r2c2,r2c3",
        "zipper@r1c1,r1c2,r2c2,r2c1,r1c1",
    ],
    "modular": [
        "modular@r1c1,r1c2,r2c2,r2c3",
        "modular:2@r1c1,r1c2,r2c2",
        "modular@r1c1,r1c2,r2c2,r1c1",
    ],
    "entropic": ["entropic@r1c1,r1c2,r2c2,r2c3", "entropic@r1c1,r1c2,r2c2,r1c1"],
    "nabner": ["nabner@r1c1,r2c2", "nabner@r1c1,r2c2,r1c1"],
    "parity": ["parity@r1c1,r1c2,r2c2", "parity@r1c1,r1c2,r2c2,r2c1,r1c1"],
    "arithmetic": [
        "arithmetic@r1c1,r1c2,r2c2",
        "arithmetic@r1c1,r1c2,r2c2,r2c3",
        "arithmetic@r1c1,r1c2,r2c2,r1c1",
    ],
    "average": ["average@r1c1,r1c2,r2c2", "average@r1c1,r1c2,r2c2,r2c3", "average@r1c1,r2c2"],
    "doublearrow": ["doublearrow@r1c1,r1c2,r2c2,r2c3", "doublearrow@r1c1,r1c2,r2c2,r1c1"],
    "arrow": [
        "arrow@r1c1/r1c2,r2c2",
        "arrow@r1c1,r1c2/r2c1,r2c2,r2c3",
        "arrow@r1c1/r1c2,r2c2,r1c2",
    ],
    "equalsums": ["equalsums@r1c1,r1c2/r2c3/r3c3", "equalsums@r1c1,r1c2,r1c1/r1c2,r2c3"],
    "sumline": [
        "sumline:4@r1c1,r1c2,r2c2,r2c3",
        "sumline:1@r1c1,r1c2",
        "sumline:7@r1c1,r1c2,r2c2",
        "sumline:4@r1c1,r1c2,r1c1",
    ],
    "sumloop": [
        "sumloop:4@r1c1,r1c2,r2c2,r2c3",
        "sumloop:2@r1c1,r1c2,r2c2",
        "sumloop:7@r1c1,r1c2,r2c2",
        "sumloop:4@r1c1,r1c2,r2c2,r1c1",
    ],
    "white": ["white@r1c1,r1c2,r2c2", "white:2@r1c1,r1c2", "white@r1c1,r1c2,r2c2,r2c1,r1c1"],
    "black": ["black@r1c1,r1c2,r2c2", "black:3@r1c1,r1c2"],
    "xv": ["xv:5@r1c1,r1c2,r2c2", "xv:5@r1c1,r1c2,r1c1"],
    "greater": ["greater@r1c1,r1c2,r2c2"],
    "nowhite": ["nowhite", "nowhite:2@r1c1,r1c2/r2c2,r3c2"],
    "noblack": ["noblack", "noblack:3@r1c1,r1c2"],
    "nosum": ["nosum", "nosum:4@r1c1,r1c2"],
    "antimove": ["antimove:1:3", "antimove:0:2"],
    "antiknight": ["antiknight"],
    "antiking": ["antiking"],
    "antitaxicab": ["antitaxicab"],
    "nonconsecutive": ["nonconsecutive"],
    "cyclicnonconsecutive": ["cyclicnonconsecutive"],
    "topbottom": ["topbottom"],
    "region": ["region@r1c1,r2c2,r3c3"],
    "clone": ["clone@r1c1,r1c2,r3c3,r3c4"],
    "globalentropy": ["globalentropy"],
    "globalmod": ["globalmod"],
    "flatmates": ["flatmates"],
    "circles": ["circles@r1c1,r1c2,r2c2,r3c3"],
    "among": ["among:1,3@r1c1,r2c2"],
    "odd": ["odd@r1c1,r2c2"],
    "even": ["even@r1c1,r2c2"],
    "minimum": ["minimum@r2c2", "minimum@r1c1,r1c2"],
    "maximum": ["maximum@r2c2", "maximum@r4c4"],
    "littlekiller": ["littlekiller:6@r1c1,r2c2,r3c3"],
    "sandwich": ["sandwich:5@r1c1,r1c2,r1c3,r1c4", "sandwich:0@r1c1,r2c1,r3c1,r4c1"],
    "xsum": ["xsum:6@r1c1,r1c2,r1c3,r1c4"],
    "skyscraper": ["skyscraper:2@r1c1,r1c2,r1c3,r1c4", "skyscraper:4@r1c4,r1c3,r1c2,r1c1"],
    "hiddenskyscraper": ["hiddenskyscraper:2@r1c1,r1c2,r1c3,r1c4", "hiddenskyscraper:1@r1c1,r1c2"],
    "fullrank": ["fullrank:3@r1c1,r1c2,r1c3,r1c4", "fullrank:14:1@r4c2,r3c2,r2c2,r1c2"],
    "noties": ["noties"],
    "numberedroom": ["numberedroom:3@r1c1,r1c2,r1c3,r1c4", "numberedroom:1@r1c1,r1c2"],
    "valueindex": ["valueindex@r1c1,r1c2,r2c1,r2c2"],
    "rowindexer": ["rowindexer@r1c1,r2c1"],
    "columnindexer": ["columnindexer@r1c2"],
    "boxindexer": ["boxindexer@r1c1,r1c2,r2c1,r2c2/r1c2,r2c1"],
    "connecteddigits": [
        "connecteddigits:1,2@r1c1,r1c2,r2c1,r2c2",
        "connecteddigits:3:2@r1c1,r1c2,r2c1,r2c2,r3c2",
    ],
    "chaos": ["chaos:2@r1c1,r1c2/r2c1,r2c2", "chaos:3@r1c1,r1c2,r1c3/r2c1,r2c2,r2c3"],
    "regionrun": ["regionrun@r1c1/r2c1,r2c2,r2c3", "regionrun:1@r1c1/r2c2,r2c1/r2c2,r3c2,r4c2"],
    "yinyang": [f"yinyang:1,2@{SIX_CELLS}", "yinyang@r1c1,r1c2,r2c1,r2c2"],
    "nurikabe": [f"nurikabe:1,2@{SIX_CELLS}", "nurikabe@r1c1,r1c2,r2c1,r2c2"],
    "cave": [f"cave:1@{NINE_CELLS}", "cave@r1c1,r1c2,r2c1,r2c2"],
    "snake": [f"snake:1,2@{NINE_CELLS}", "snake@r1c1,r1c2,r2c1,r2c2"],
    "shadedloop": [f"shadedloop:1,2,3@{SIX_CELLS}", "shadedloop@r1c1,r1c2,r2c1,r2c2"],
    "stars": [
        f"stars:1::1@{SIX_CELLS}/r1c1,r1c2,r1c3/r2c1,r2c2,r2c3",
        "stars:1@r1c1,r1c2,r2c1,r2c2/r1c1,r1c2,r2c1,r2c2",
    ],
    "marks": ["marks:1::3,4@r1c1,r1c2,r2c1,r2c2", "marks@r1c1,r2c2", "marks:1::1"],
    "shadedcount": ["shadedcount@r1c1/r1c2,r2c1,r2c2", "shadedcount:1,3@r1c1/r1c1,r1c2,r2c2"],
    "loop": [
        "loop@r1c1,r1c2,r2c1,r2c2/r3c1,r3c2,r4c1,r4c2",
        "loop:1@r1c1,r1c2,r2c1,r2c2/r3c1,r3c2,r4c1,r4c2",
    ],
    "loopwhispers": [
        "loopwhispers:2@r1c1,r1c2,r2c1,r2c2/r3c1,r3c2,r3c3,r3c4/r4c1,r4c2,r4c3,r4c4",
        "loopwhispers@r1c1,r1c2/r3c1,r3c2/r4c1,r4c2",
    ],
    "schroedinger": ["schroedinger@r1c1,r1c2/r2c1,r2c2/r1c1,r1c2"],
    "wrong": [
        "wrong(killer:5@r1c1,r1c2;thermo@r1c1,r2c2)",
        "wrong:2(odd@r1c1;even@r1c1,r1c2;xv:5@r1c1,r1c2)",
        "wrong:0(odd@r1c1;white@r1c1,r1c2)",
        "wrong(wrong(odd@r1c1;odd@r1c2);even@r2c2)",
    ],
    "valued": [
        "valued:1,2@r1c1,r1c2/r2c1,r2c2(killer:5@r1c1,r1c2;thermo@r1c1,r1c2,r1c3)",
        "valued:1,2@r1c1,r1c2/r2c1,r2c2(killer@r1c1,r1c2)",
        "valued:1,-1@r1c1,r1c2,r1c3/r2c1,r2c2,r2c3(arrow@r1c1/r1c2,r1c3)",
        "valued:0,1:2,0@r1c1,r1c2/r2c1,r2c2(xv:5@r1c1,r1c2;whispers@r1c1,r1c2)",
        "valued:1,2,-1@r1c1,r1c2/r2c1,r2c2(between@r1c1,r1c2,r1c3;equalcages@r1c1,r1c2/r1c3)",
    ],
    "bothdigits": ["bothdigits@r1c1,r1c2/r2c1,r2c2(killer:6@r1c1,r1c2;mean:3@r1c1,r1c2)"],
    "regioncount": ["regioncount@r1c1/r2c1,r2c2,r2c3", "regioncount:1@r1c1/r2c1,r1c2,r3c3"],
}
# Asks for rows and columns of different digits.
LATIN = {"fullrank"}
THREE_CLASSES = {"entropic", "globalentropy", "globalmod"}


def board_of(name: str) -> Board:
    return SIX if name in THREE_CLASSES else FOUR


CASES = [(name, text) for name, texts in EXAMPLES.items() for text in texts]

ON_PAGE = [case for case in CASES if case[0] not in {"wrong", "valued", "bothdigits"}]
"""Without clues about clues, which only a server knows."""

SENSELESS = [
    ("thermometer@r1c1,r1c2", "did you mean 'thermo'"),
    ("killer:x@r1c1", "expected a whole number"),
    ("killer:5", "without cells"),
    ("arrow@r1c1,r1c2,r1c3", "a / is missing after its first cells; expected arrow@r1c1/r1c2,r1c3"),
    (
        "arrow@r5c1;r6c1",
        "is not a cell: expected r1c1 … r4c4, as in arrow@r1c1,r1c2,…/",
    ),
    ("sandwich:5@r9", "'r9' is not a cell"),
    ("killer:5:6@r1c1", "says more than expected"),
    ("thermo@r1c1", "thermo needs 2 cells or more; it has 1"),
    ("thermo@r1c1-r2c2", "r1c1-r2c2 is not a range"),
    ("thermo@r1c1,r9c9", "r9c9"),
    ("thermo@r1c1,r1c1", "twice in a row"),
    ("killer@r1c1,r1c2,r1c1", "has a cell twice"),
    ("sum:5:1@r1c1,r1c2", "1 coefficients for 2 cells"),
    ("clone@r1c1,r1c2,r1c3", "clone needs two equal parts; it has 3 cells"),
    ("nowhite@r1c1,r3c3", "expected two neighbours"),
    ("antimove:0:0", "not a move"),
    ("killer:3@r1c1,r1c2,r1c3,r1c4,r2c1", "5 cells for 4"),
    ("wrong", "without clues"),
    ("wrong()", "there is no variant ''"),
    ("wrong:3(odd@r1c1;odd@r1c2)", "3 of 2 clues are wrong"),
    ("odd@r1c1(odd@r1c2)", "says more than expected"),
    ("wrong(wrong(wrong(wrong(odd@r1c1))))", "there is no variant"),
    ("wrong(fullrank:3@r1c1,r1c2,r1c3,r1c4;odd@r1c1)", "cannot be about fullrank"),
    ("valued(killer:5@r1c1,r1c2)", "without marks"),
    ("valued:1,2@r1c1/r2c1(renban@r1c1,r1c2)", "cannot be about renban"),
    ("valued:1,2@r1c1/r2c1(killer@r1c1,r2c1)", "clues on cells that are marks"),
    ("valued:1,2:3@r1c1/r2c1(killer@r1c1,r1c2)", "1 numbers for 2 marks"),
    ("valued:1,2,3,4,5@r1c1/r2c1(killer@r1c1,r1c2)", "5 marks for 4 digits"),
    ("equalcages@r1c1,r1c1/r1c2", "a cell twice in a cage"),
    ("equalcages:1@r1c1/r1c2", "1 letters for 2 cages"),
    ("equalcages@r1c1/r1c1,r1c2,r1c3,r1c4,r2c1", "5 cells for 4"),
    ("boxindexer@r1c1,r1c2,r2c1,r2c2/r4c4", "cells that are not in its box"),
    ("sum:5:1,0@r1c1,r1c2", "a coefficient 0"),
    ("modular:0@r1c1,r1c2", "expected 1 or more remainders"),
    ("connecteddigits:1:0@r1c1,r1c2", "of 0 cells; expected 1 or more"),
    ("white:-1@r1c1,r1c2", "a difference of 0 or more"),
]
"""Texts that make no sense on a 4×4 board, each with some words of why."""
