// Subsets: k cells of a group with k digits between them (naked), k digits of a house with k places
// between them (hidden).  A naked pair or triple in a box and a line at once, with eliminations in
// both, is *locked*.

#include "logic/techniques/covers.hpp"
#include "logic/techniques/families.hpp"

namespace cpsudoku::logic::inline CPSUDOKU_BOARDS {
namespace {

const Technique kLockedPair{"locked pair", "subsets", true};
const Technique kLockedTriple{"locked triple", "subsets", true};
const Technique kNakedPair{"naked pair", "subsets"};
const Technique kNakedTriple{"naked triple", "subsets"};
const Technique kNakedQuad{"naked quad", "subsets"};
const Technique kHiddenPair{"hidden pair", "subsets"};
const Technique kHiddenTriple{"hidden triple", "subsets"};
const Technique kHiddenQuad{"hidden quad", "subsets"};

const Technique& naked(int k) { return k == 2 ? kNakedPair : k == 3 ? kNakedTriple : kNakedQuad; }
const Technique& hidden(int k) {
  return k == 2 ? kHiddenPair : k == 3 ? kHiddenTriple : kHiddenQuad;
}

void add_evidence(const Position& position, GroupId id, Mask places, Mask digits,
                  Evidence& evidence) {
  for (const int i : bits(places)) {
    const Cell cell = position.houses()[id].cells[i];
    evidence.add(cell, position.candidates(cell) & digits);
  }
  evidence.base = {id};
}

// The digits go from the group's other places.
void eliminate_elsewhere(const Position& position, GroupId id, Mask places, Mask digits,
                         Step& step) {
  for (const Digit d : bits(digits)) {
    for (const int i : bits(position.places(id, d) & ~places)) {
      step.eliminate(position.houses()[id].cells[i], d);
    }
  }
}

// Calls visit(places, digits) for each naked subset of a group.
template <class Visit>
bool for_each_naked(const Position& position, GroupId id, int k, const Visit& visit) {
  Sets sets;
  const auto& cells = position.houses()[id].cells;
  for (int i = 0; i < static_cast<int>(cells.size()); ++i) {
    const Mask candidates = position.candidates(cells[i]);
    const int many = count(candidates);
    if (many >= 2 && many <= k) sets.add(candidates, i);
  }
  return for_each_cover(sets, k, [&](Mask places, Mask digits) {
    return count(digits) == k && visit(places, digits);
  });
}

// Where the group itself loses nothing: another one that has all the cells.  HoDoKu takes such a
// subset with the group in which it meets it first.
GroupId eliminate_in_other_group(const Position& position, GroupId id, Mask places, Mask digits,
                                 Step& step) {
  const auto& houses = position.houses();
  const Cell first = houses[id].cells[std::countr_zero(places)];
  for (const auto& m : houses.groups_of(first)) {
    Mask there = 0;
    bool all = m.group != id;
    for (const int i : bits(places)) {
      const int at = houses.position(m.group, houses[id].cells[i]);
      all = all && at >= 0;
      if (all) there |= bit(at);
    }
    if (!all) continue;
    eliminate_elsewhere(position, m.group, there, digits, step);
    if (!step.empty()) return m.group;
  }
  return id;
}

bool find_naked_in(Search& search, GroupId id, int k) {
  const auto& position = search.position;
  return for_each_naked(position, id, k, [&](Mask places, Mask digits) {
    Step& step = search.begin(naked(k));
    eliminate_elsewhere(position, id, places, digits, step);
    const bool other = step.empty() && search.options.rows_first;
    const GroupId base = other ? eliminate_in_other_group(position, id, places, digits, step) : id;
    if (search.wants_evidence()) {
      add_evidence(position, id, places, digits, step.evidence);
      step.evidence.base = {base};
    }
    return search.close();
  });
}

const std::vector<GroupId>& houses_for_subsets(const Search& search) {
  return search.options.rows_first ? search.houses().boxes_first() : search.houses().all();
}

template <int K>
bool find_naked(Search& search) {
  for (const GroupId id : houses_for_subsets(search)) {
    if (find_naked_in(search, id, K)) return true;
  }
  return any_of(search.houses().inexact(),
                [&](const GroupId id) { return find_naked_in(search, id, K); });
}

template <int K>
bool find_hidden(Search& search) {
  const auto& position = search.position;
  for (const GroupId house : houses_for_subsets(search)) {
    const bool stop =
        for_each_cover(hidden_in(position, house, K), K, [&](Mask digits, Mask places) {
          if (count(places) != K) return false;
          Step& step = search.begin(hidden(K));
          for (const int i : bits(places)) {
            const Cell cell = search.houses()[house].cells[i];
            step.eliminate_digits(cell, position.candidates(cell) & ~digits);
          }
          if (search.wants_evidence()) add_evidence(position, house, places, digits, step.evidence);
          return search.close();
        });
    if (stop) return true;
  }
  return false;
}

// require: a crossing of a box (base) with a line that has all the places.
bool close_locked(Search& search, const Crossing& crossing, Mask places, Mask digits,
                  const Technique& as) {
  const auto& position = search.position;
  const auto& houses = search.houses();
  Mask in_cover = 0;
  for (const int i : bits(places)) {
    const Cell cell = houses[crossing.base].cells[i];
    in_cover |= bit(houses.position(crossing.cover, cell));
  }
  Step& step = search.begin(as);
  eliminate_elsewhere(position, crossing.base, places, digits, step);
  const auto in_box = step.eliminations.size();
  eliminate_elsewhere(position, crossing.cover, in_cover | crossing.in_cover, digits, step);
  if (in_box == 0 || step.eliminations.size() == in_box) return false;
  if (search.wants_evidence()) {
    add_evidence(position, crossing.base, places, digits, step.evidence);
    step.evidence.base.push_back(crossing.cover);
  }
  return search.close();
}

template <int K>
bool find_locked(Search& search) {
  const auto& houses = search.houses();
  for (const GroupId box : houses.of(Kind::box)) {
    const bool stop = for_each_naked(search.position, box, K, [&](Mask places, Mask digits) {
      const auto& crossings = houses.crossings_of(box);
      return any_of(crossings, [&](const Crossing& crossing) {
        const Kind cover = houses[crossing.cover].kind;
        if (cover != Kind::row && cover != Kind::column) return false;
        if (places & ~crossing.in_base) return false;
        return close_locked(search, crossing, places, digits, K == 2 ? kLockedPair : kLockedTriple);
      });
    });
    if (stop) return true;
  }
  return false;
}

}  // namespace

std::vector<Finder> subsets() {
  return {finder(kLockedPair, find_locked<2>),   finder(kLockedTriple, find_locked<3>),
          finder(kNakedPair, find_naked<2>),     finder(kNakedTriple, find_naked<3>),
          finder(kNakedQuad, find_naked<4>),     finder(kHiddenPair, find_hidden<2>),
          finder(kHiddenTriple, find_hidden<3>), finder(kHiddenQuad, find_hidden<4>)};
}

}  // namespace cpsudoku::logic::inline CPSUDOKU_BOARDS
