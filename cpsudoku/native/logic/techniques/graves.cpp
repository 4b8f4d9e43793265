// Bivalue universal graves: were it not for one candidate, every open cell would have two digits
// and every digit two places in every house, and swapping all would turn one solution into another.
#include "logic/techniques/families.hpp"

namespace cpsudoku::logic {
namespace {

const Technique kBugPlusOne{"bug+1", "graves", false, true};

// The digit that is three times in each house of the cell; −1 where there is none, or several.
template <int W>
Digit extra_digit(const Position<W>& position, Cell cell) {
  Mask extra = position.candidates(cell);
  for (const auto& m : position.houses().groups_of(cell)) {
    for (const Digit d : bits(extra)) {
      if (count(position.places(m.group, d)) != 3) extra &= ~bit(d);
    }
  }
  return single(extra) ? std::countr_zero(extra) : -1;
}

template <int W>
bool is_grave_without(const Position<W>& position, Cell cell, Digit digit) {
  const auto& houses = position.houses();
  for (const GroupId house : houses.all()) {
    const bool meets = houses[house].set.has(cell);
    for (Digit d = 0; d < houses.digits(); ++d) {
      const int many = count(position.places(house, d));
      const int wanted = meets && d == digit ? 3 : 2;
      if (many && many != wanted) return false;
    }
  }
  return true;
}

template <int W>
bool find_bug_plus_one(Search<W>& search) {
  const auto& position = search.position;
  if (!search.houses().all_exact()) return false;  // a swap might put a digit into a group twice
  const auto more = position.open() - position.bivalue();
  const Cell cell = more.first();
  if (cell < 0 || more.count() != 1 || count(position.candidates(cell)) != 3) return false;
  const Digit digit = extra_digit(position, cell);
  if (digit < 0 || !is_grave_without(position, cell, digit)) return false;
  Step& step = search.begin(kBugPlusOne);
  step.eliminate_digits(cell, position.candidates(cell) & ~bit(digit));
  if (search.wants_evidence()) {
    step.evidence.cells = {cell};
    step.evidence.candidates = {Step::candidate(cell, digit)};
  }
  return search.close();
}

}  // namespace

template <int W>
std::vector<Finder<W>> graves() {
  return {finder<W>(kBugPlusOne, find_bug_plus_one<W>)};
}

template std::vector<Finder<kNarrow>> graves();
template std::vector<Finder<kWide>> graves();

}  // namespace cpsudoku::logic
