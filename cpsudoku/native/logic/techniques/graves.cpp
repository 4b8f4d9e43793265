// Bivalue universal graves: were it not for one candidate, every open cell would have two digits
// and every digit two places in every house, and swapping all would turn one solution into another.
#include "logic/techniques/families.hpp"
#include "logic/techniques/guardians.hpp"

namespace cpsudoku::logic::inline CPSUDOKU_BOARDS {
namespace {

const Technique kBugPlusOne{"bug+1", "graves", false, true};
const Technique kGraves[] = {
    {"bug type 1", "graves", false, true},
    {"bug type 2", "graves", false, true},
    {"bug type 3", "graves", false, true},
    {"bug type 4", "graves", false, true},
};
const GuardianNumbers kNumbers{
    {&kGraves[0], &kGraves[1], &kGraves[2], &kGraves[3]}, {56, 57, 58, 57}, {56, 57, 58, 57}};
constexpr int kMostGuardedCells = 6;  // as skfr has it
constexpr int kMostCandidates = 4;

// The digit that is three times in each house of the cell; −1 for none or several.
Digit extra_digit(const Position& position, Cell cell) {
  Mask extra = position.candidates(cell);
  for (const auto& m : position.houses().groups_of(cell)) {
    for (const Digit d : bits(extra)) {
      if (count(position.places(m.group, d)) != 3) extra &= ~bit(d);
    }
  }
  return single(extra) ? std::countr_zero(extra) : -1;
}

bool is_grave_without(const Position& position, Cell cell, Digit digit) {
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

bool find_bug_plus_one(Search& search) {
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

// Divides the candidates of the cells with more than two into those of the grave and extras, house by
// house: where such a cell is the only one left, it has the digits that the others have once.
class Grave {
 public:
  explicit Grave(const Position& position) : position_(position) {
    kept_.resize(position.houses().cells());
    for (const Cell cell : position.open()) kept(cell) = position.candidates(cell);
    left_ = position.open() - position.bivalue();
    guarded_cells_ = left_;
  }

  bool divide() {
    if (left_.count() > kMostGuardedCells || left_.none()) return false;
    for (const Cell cell : left_) {
      if (count(kept(cell)) > kMostCandidates || count(kept(cell)) < 3) return false;
    }
    while (left_.any()) {
      if (!divide_one()) return false;
    }
    return is_grave();
  }
  std::vector<Guarded> guarded() {
    std::vector<Guarded> result;
    for (const Cell cell : guarded_cells_) {
      result.push_back({cell, kept(cell), position_.candidates(cell) & ~kept(cell)});
    }
    return result;
  }

 private:
  Mask& kept(Cell cell) { return kept_[cell]; }

  // The digits that an odd number of the house's cells have, without those not divided yet.
  Mask odd_digits(GroupId house) {
    Mask odd = 0;
    for (const Cell cell : position_.houses()[house].cells) {
      if (!left_.has(cell)) odd ^= kept(cell);
    }
    return odd;
  }
  bool divide_one() {
    for (const GroupId house : position_.houses().all()) {
      const auto here = position_.houses()[house].set & left_;
      if (here.count() != 1) continue;
      const Cell cell = here.first();
      const Mask digits = odd_digits(house) & kept(cell);
      if (count(digits) != 2) return false;
      kept(cell) = digits;
      left_.reset(cell);
      return true;
    }
    return false;
  }
  bool is_grave() {
    for (const GroupId house : position_.houses().all()) {
      Mask once = 0, twice = 0, more = 0;
      for (const Cell cell : position_.houses()[house].cells) {
        more |= twice & kept(cell);
        twice |= once & kept(cell);
        once |= kept(cell);
      }
      if (more || once != twice) return false;
    }
    return true;
  }

  const Position& position_;
  std::vector<Mask> kept_;
  CellSet left_;
  CellSet guarded_cells_;
};

bool find_grave(Search& search) {
  if (!search.houses().all_exact()) return false;  // a swap might put a digit into a group twice
  if (search.position.naked().any()) return false;
  Grave grave(search.position);
  if (!grave.divide()) return false;
  auto guarded = grave.guarded();
  std::vector<Cell> cells;
  for (const Guarded& g : guarded) cells.push_back(g.cell);
  NumberedSteps out;
  Guardians(search, kNumbers, std::move(cells), std::move(guarded), out).conclude();
  return out.close(search);
}

}  // namespace

std::vector<Finder> graves() {
  return {finder(kBugPlusOne, find_bug_plus_one),
          {"bivalue universal graves",
           {&kGraves[0], &kGraves[1], &kGraves[2], &kGraves[3]},
           find_grave}};
}

}  // namespace cpsudoku::logic::inline CPSUDOKU_BOARDS
