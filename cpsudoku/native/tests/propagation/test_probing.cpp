// Propagation and probing keep the number of solutions, and groups say what the rules say.
#include "propagation/probing.hpp"

#include "search/backtrack.hpp"
#include "tests/check.hpp"
#include "propagation/groups.hpp"

namespace {

using namespace cpsudoku;
using propagation::CandidateGrid;
using propagation::Grouping;
using propagation::Layout;
using propagation::Mask;
using propagation::Overlaps;
using propagation::Prober;
using propagation::Singles;

std::uint64_t count(const std::shared_ptr<const Layout>& rules, std::span<const Mask> masks) {
  search::BacktrackSearch search(rules, {search::Order::fewest, Singles::hidden},
                                 {masks.begin(), masks.end()});
  return testing::count(search);
}

// Each variable of each list is a candidate of one cell or of one digit.
void check_groups(const Layout& rules, const testing::Groups& houses, std::span<const Mask> masks) {
  const Grouping grouping(rules, houses);
  const auto candidates = grouping.candidates(masks);
  const auto lists = grouping.exactly_one(masks);
  for (std::size_t i = 0; i < lists.size(); ++i) {
    CHECK(lists[i].size() > 1);
    bool one_cell = true, one_digit = true;
    const int first = candidates[lists[i][0] - 1] - 1;
    for (const auto variable : lists[i]) {
      const int candidate = candidates.at(static_cast<std::size_t>(variable) - 1) - 1;
      one_cell = one_cell && candidate / rules.digits == first / rules.digits;
      one_digit = one_digit && candidate % rules.digits == first % rules.digits;
    }
    CHECK(one_cell != one_digit);
  }
  CHECK(grouping.at_most_one(masks).size() == 0);
}

void contract_puzzles(const std::string& path) {
  const auto houses = testing::sudoku(3, 3);
  const auto rules = std::make_shared<const Layout>(9, 81, houses);
  const Overlaps overlaps(9, 81, houses);
  for (const auto& puzzle : testing::contract(path)) {
    const auto candidates = testing::masks_of(puzzle.digits.data());
    for (const std::size_t patience : {0u, 8u, 1000u}) {
      CandidateGrid position(*rules, Singles::hidden, candidates);
      const bool alive = position.start() && overlaps.eliminate(position) &&
                         Prober(*rules, overlaps, position).run(patience);
      CHECK(alive || puzzle.count == 0);
      if (!alive) continue;
      CHECK(count(rules, position.all_candidates()) == puzzle.count);
      check_groups(*rules, houses, position.all_candidates());
    }
  }
}

void the_widest_masks() {
  const auto houses = testing::sudoku(8, 8);
  const Layout rules(64, 64 * 64, houses);
  const Overlaps overlaps(64, 64 * 64, houses);
  std::vector<Mask> candidates(64 * 64, rules.all);
  for (std::size_t cell = 0; cell < candidates.size(); ++cell) {
    const auto row = cell / 64, column = cell % 64;
    if (cell % 3) candidates[cell] = Mask{1} << (row % 8 * 8 + row / 8 + column) % 64;
  }
  CandidateGrid position(rules, Singles::hidden, candidates);
  CHECK(position.start() && overlaps.eliminate(position));
  CHECK(Prober(rules, overlaps, position).run(1000));
  const auto left = position.all_candidates();
  for (std::size_t cell = 0; cell < left.size(); ++cell) {
    const auto row = cell / 64, column = cell % 64;
    CHECK(left[cell] >> (row % 8 * 8 + row / 8 + column) % 64 & 1);
  }
  check_groups(rules, houses, left);
}

}  // namespace

int main(int argc, char** argv) {
  CHECK(argc == 2);
  contract_puzzles(argv[1]);
  the_widest_masks();
}
