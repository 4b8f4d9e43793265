// Templates: all ways to put one digit into every house.  What is in all of them is true, what is
// in none is false; and what is true for one digit takes templates from the others.
#include "logic/techniques/families.hpp"

namespace cpsudoku::logic::inline CPSUDOKU_BOARDS {
namespace {

const Technique kTemplateSet{"template set", "templates"};
const Technique kTemplateDelete{"template delete", "templates"};

constexpr int kPlacesPerLook = 4096;

class Templates {
 public:
  Templates(Search& search, const Position& position, Digit digit)
      : search_(search), position_(position), digit_(digit) {}

  // Returns false where the search was cut short, or found none.
  bool run() {
    all_ = position_.cells(digit_);
    place({}, position_.cells(digit_));
    return any_ && !search_.cut_short;
  }
  const CellSet& in_all() const { return all_; }
  const CellSet& in_some() const { return some_; }

 private:
  void place(const CellSet& chosen, const CellSet& left) {
    if (++looks_ % kPlacesPerLook == 0 && search_.expired()) return;
    const auto& houses = search_.houses();
    GroupId tightest = -1;
    int fewest = 0;
    for (const GroupId house : houses.all()) {
      if (position_.placed(house) >> digit_ & 1) continue;
      if (chosen.meets(houses[house].set)) continue;
      const int many = (left & houses[house].set).count();
      if (many == 0) return;
      if (tightest < 0 || many < fewest) tightest = house, fewest = many;
    }
    if (tightest < 0) {
      any_ = true;
      all_ &= chosen;
      some_ |= chosen;
      return;
    }
    for (const Cell cell : left& houses[tightest].set) {
      auto now = chosen;
      now.set(cell);
      auto rest = left - houses.peers(cell);
      rest.reset(cell);
      place(now, rest);
      if (search_.cut_short) return;
    }
  }

  Search& search_;
  const Position& position_;
  Digit digit_;
  bool any_ = false;
  int looks_ = 0;
  CellSet all_, some_;
};

// Places what is in all templates of a digit, again and again; `steps` has what was placed.
void place_all(Search& search, Position& position, std::vector<Step>& steps) {
  for (bool more = true; more && !search.cut_short && !position.broken();) {
    more = false;
    for (Digit d = 0; d < search.houses().digits() && !search.cut_short; ++d) {
      Templates templates(search, position, d);
      if (!templates.run() || templates.in_all().none()) continue;
      Step step;
      step.technique = &kTemplateSet;
      for (const Cell cell : templates.in_all()) step.place(cell, d);
      step.evidence.candidates = candidates_of(position.cells(d), d);
      for (const auto& [cell, digit] : step.placements) position.place(cell, digit);
      steps.push_back(std::move(step));
      more = true;
    }
  }
}

void conclude(Search& search, const Position& after, Digit digit, bool set, Step& step) {
  const auto& before = search.position;
  if (set) {
    for (const Cell cell : before.open()) {
      if (after.digit(cell) == digit) step.place(cell, digit);
    }
    return;
  }
  auto some = after.cells(digit);
  Templates templates(search, after, digit);
  if (templates.run()) some = templates.in_some();
  for (const Cell cell : before.cells(digit)) {
    if (!some.has(cell) && after.digit(cell) != digit) step.eliminate(cell, digit);
  }
}

template <bool Set>
bool find_template(Search& search) {
  Position after = search.position;
  std::vector<Step> steps;
  place_all(search, after, steps);
  if (search.cut_short || after.broken()) return false;
  for (Digit d = 0; d < search.houses().digits(); ++d) {
    Step& step = search.begin(Set ? kTemplateSet : kTemplateDelete);
    conclude(search, after, d, Set, step);
    if (search.wants_evidence()) {
      step.evidence.candidates = candidates_of(search.position.cells(d), d);
      step.evidence.inner = steps;
    }
    if (search.close()) return true;
  }
  return false;
}

}  // namespace

std::vector<Finder> templates() {
  return {finder(kTemplateSet, find_template<true>), finder(kTemplateDelete, find_template<false>)};
}

}  // namespace cpsudoku::logic::inline CPSUDOKU_BOARDS
