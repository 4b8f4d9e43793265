// Basic fish: the places of a digit in k rows lie in k columns, which lose it elsewhere; or the
// other way round.
//
//             c2      c7
//     r3   .  X  . .  X  .     X-wing, k = 2: one X of each row is true, in different columns,
//     r5   .  *  . .  *  .     so no * is.
//     r8   .  X  . .  X  .
#include "logic/techniques/covers.hpp"
#include "logic/techniques/families.hpp"

namespace cpsudoku::logic::inline CPSUDOKU_BOARDS {
namespace {

const Technique kXWing{"x-wing", "fish"};
const Technique kSwordfish{"swordfish", "fish"};
const Technique kJellyfish{"jellyfish", "fish"};

struct Lines {
  Digit digit;
  Kind base;
  Kind cover;
};

CellSet cells_of(const Houses& houses, Kind kind, Mask numbers) {
  CellSet result;
  for (const int i : bits(numbers)) { result |= houses[houses.of(kind)[i]].set; }
  return result;
}

void add_evidence(Search& search, const Lines& lines, Mask bases, Mask covers, Evidence& evidence) {
  const auto& houses = search.houses();
  for (const int i : bits(bases)) { evidence.base.push_back(houses.of(lines.base)[i]); }
  for (const int i : bits(covers)) { evidence.cover.push_back(houses.of(lines.cover)[i]); }
  const auto in_bases = cells_of(houses, lines.base, bases) & search.position.cells(lines.digit);
  for (const Cell cell : in_bases) evidence.add(cell, bit(lines.digit));
}

// Whether no two lines share a place of the digit, which they may on boards of overlapping grids.
bool are_apart(const Search& search, const Lines& lines, Mask bases) {
  CellSet met;
  for (const int i : bits(bases)) {
    const auto line =
        cells_of(search.houses(), lines.base, bit(i)) & search.position.cells(lines.digit);
    if (line.meets(met)) return false;
    met |= line;
  }
  return true;
}

bool close_fish(Search& search, const Lines& lines, Mask bases, Mask covers, const Technique& as) {
  const auto& houses = search.houses();
  const auto reached = cells_of(houses, lines.cover, covers) & search.position.cells(lines.digit);
  const auto gone = reached - cells_of(houses, lines.base, bases);
  if (gone.none() || !are_apart(search, lines, bases)) return false;
  Step& step = search.begin(as);
  step.eliminate(gone, lines.digit);
  if (search.wants_evidence()) add_evidence(search, lines, bases, covers, step.evidence);
  return search.close();
}

bool find_fish_of(Search& search, const Lines& lines, int k, const Technique& as) {
  const auto& houses = search.houses();
  Sets sets;
  for (const GroupId house : houses.of(lines.base)) {
    const Mask places = search.position.places(house, lines.digit);
    const int many = count(places);
    if (many < 2 || many > k) continue;
    Mask covers = 0;
    for (const int i : bits(places)) {
      const Cell cell = houses[house].cells[i];
      const GroupId cover = houses.group_of(cell, lines.cover);
      if (cover < 0 || houses.number(cover) < 0) return false;  // not in a house of that kind
      covers |= bit(houses.number(cover));
    }
    sets.add(covers, houses.number(house));
  }
  return for_each_cover(sets, k, [&](Mask bases, Mask covers) {
    return count(covers) == k && close_fish(search, lines, bases, covers, as);
  });
}

template <int K>
bool find_fish(Search& search) {
  const Technique& as = K == 2 ? kXWing : K == 3 ? kSwordfish : kJellyfish;
  const auto& houses = search.houses();
  if (houses.of(Kind::row).size() > 32 || houses.of(Kind::column).size() > 32) return false;
  const Kind first = search.options.rows_first ? Kind::row : Kind::column;
  const Kind second = search.options.rows_first ? Kind::column : Kind::row;
  for (const auto& [base, cover] : {std::pair{first, second}, {second, first}}) {
    for (Digit d = 0; d < houses.digits(); ++d) {
      if (find_fish_of(search, Lines{d, base, cover}, K, as)) return true;
    }
  }
  return false;
}

}  // namespace

std::vector<Finder> fish() {
  return {finder(kXWing, find_fish<2>), finder(kSwordfish, find_fish<3>),
          finder(kJellyfish, find_fish<4>)};
}

}  // namespace cpsudoku::logic::inline CPSUDOKU_BOARDS
