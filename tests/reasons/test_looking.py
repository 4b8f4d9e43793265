"""What is seen without a search, in the order of houses."""

import pytest
from well_known import EASY

from cpsudoku.formats import parse
from cpsudoku.ground.deadline import NEVER
from cpsudoku.logic import Position
from cpsudoku.reasons.houses import hidden_singles, places_of_digits
from cpsudoku.reasons.knowledge import Knowledge
from cpsudoku.reasons.looks import Looks

pytestmark = pytest.mark.compiled


def test_single_digits_are_seen_house_by_house_and_the_same_again() -> None:
    position = Position.of(parse(EASY))
    looks = Looks(Knowledge(position, NEVER), "houses")
    places = places_of_digits(position)
    found = looks._of_digits(places, hidden_singles)
    houses = [looks._catalogue.source_of[one.elements[0]] for one in found]
    assert len(set(houses)) > 9
    assert houses == sorted(houses)
    assert looks._of_digits(places, hidden_singles) == found
