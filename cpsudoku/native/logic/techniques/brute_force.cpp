// Brute force: where nothing is found any more, a search says which digit a cell has.
//
// The cell is the middle one of those that are open, like HoDoKu's.  There is nothing to see in
// such a step: checking it means searching, too.
#include "logic/techniques/families.hpp"

namespace cpsudoku::logic::inline CPSUDOKU_BOARDS {
namespace {

const Technique kBruteForce{"brute force", "brute force", false, true};

constexpr int kNodesPerLook = 64;

// Depth first, on the cell with the fewest candidates.
class Solver {
 public:
  explicit Solver(Search& search) : search_(search) {}

  // The digit of the cell in a solution; −1 if there is none, or no time is left.
  Digit digit_of(Cell cell) {
    std::vector<Position> found;
    return solve(search_.position, found) ? found[0].digit(cell) : -1;
  }

 private:
  bool solve(Position position, std::vector<Position>& found) {
    if (++nodes_ % kNodesPerLook == 0 && search_.expired()) return false;
    place_singles(position);
    if (position.broken()) return false;
    if (position.solved()) {
      found.push_back(std::move(position));
      return true;
    }
    Cell best = -1;
    for (const Cell cell : position.open()) {
      if (best < 0 || count(position.candidates(cell)) < count(position.candidates(best)))
        best = cell;
    }
    for (const Digit d : bits(position.candidates(best))) {
      Position next = position;
      next.place(best, d);
      if (solve(std::move(next), found)) return true;
      if (search_.cut_short) return false;
    }
    return false;
  }

  void place_singles(Position& position) const {
    for (bool any = true; any && !position.broken();) {
      any = false;
      while (position.naked().any() && !position.broken()) {
        const Cell cell = position.naked().first();
        position.place(cell, std::countr_zero(position.candidates(cell)));
      }
      for (const GroupId house : search_.houses().all()) {
        const Mask once = position.once(house);
        if (!once || position.broken()) continue;
        const Digit d = std::countr_zero(once);
        position.place(position.first_place(house, d), d);
        any = true;
      }
    }
  }

  Search& search_;
  int nodes_ = 0;
};

bool find_brute_force(Search& search) {
  const auto open = as_list(search.position.open());
  if (open.empty()) return false;
  const Cell cell = open[open.size() / 2];
  const Digit digit = Solver(search).digit_of(cell);
  if (digit < 0) return false;
  Step& step = search.begin(kBruteForce);
  step.place(cell, digit);
  if (search.wants_evidence()) step.evidence.cells = {cell};
  return search.close();
}

}  // namespace

std::vector<Finder> brute_force() { return {finder(kBruteForce, find_brute_force)}; }

}  // namespace cpsudoku::logic::inline CPSUDOKU_BOARDS
