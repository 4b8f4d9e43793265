// Backtracking: known counts in every mode, contract puzzles, deadlines, pausing.
#include "search/backtrack.hpp"

#include "tests/check.hpp"
#include "search/estimate.hpp"

namespace {

using namespace cpsudoku;
using propagation::Layout;
using propagation::Mask;
using propagation::Singles;
using search::BacktrackOptions;
using search::BacktrackSearch;
using search::Order;
using testing::Groups;

constexpr Order kOrders[] = {Order::index, Order::fewest};
constexpr Singles kSingles[] = {Singles::none, Singles::naked, Singles::hidden};

std::shared_ptr<const Layout> layout(int digits, const Groups& groups) {
  return std::make_shared<const Layout>(digits, digits * digits, groups);
}

bool holds(const Layout& rules, const Groups& groups, std::span<const Mask> masks) {
  return std::all_of(groups.begin(), groups.end(), [&](const auto& group) {
    Mask seen = 0;
    for (const auto cell : group) seen |= masks[cell];
    return seen == rules.all;
  });
}

std::uint64_t count(const std::shared_ptr<const Layout>& rules, const Groups& groups,
                    BacktrackOptions options, const std::vector<Mask>& candidates) {
  BacktrackSearch search(rules, options, candidates);
  Watch watch;
  std::uint64_t found = 0;
  while (search.next(watch) == Status::solution) {
    ++found;
    CHECK(holds(*rules, groups, search.position().all_candidates()));
  }
  CHECK(search.exhausted());
  CHECK(search.next(watch) == Status::exhausted);
  return found;
}

void known_counts_of_empty_grids() {
  for (const Order order : kOrders) {
    for (const Singles singles : kSingles) {
      const auto four = testing::sudoku(2, 2);
      CHECK(count(layout(4, four), four, {order, singles}, std::vector<Mask>(16, 15)) == 288);
      const auto square = testing::latin(4);
      CHECK(count(layout(4, square), square, {order, singles}, std::vector<Mask>(16, 15)) == 576);
    }
  }
}

void contract_puzzles(const std::string& path) {
  const auto groups = testing::sudoku(3, 3);
  const auto rules = layout(9, groups);
  for (const auto& puzzle : testing::contract(path)) {
    const auto masks = testing::masks_of(puzzle.digits.data());
    const std::vector<Mask> candidates(masks.begin(), masks.end());
    CHECK(count(rules, groups, {Order::fewest, Singles::hidden}, candidates) == puzzle.count);
    CHECK(count(rules, groups, {Order::fewest, Singles::naked}, candidates) == puzzle.count);
  }
}

void the_widest_masks() {
  const auto groups = testing::sudoku(8, 8);
  const auto rules = layout(64, groups);
  std::vector<Mask> candidates(64 * 64, rules->all);
  for (std::size_t cell = 0; cell < candidates.size(); ++cell) {
    const auto row = cell / 64, column = cell % 64;
    if (cell % 3) candidates[cell] = Mask{1} << (row % 8 * 8 + row / 8 + column) % 64;
  }
  BacktrackSearch search(rules, {Order::fewest, Singles::hidden}, candidates);
  Watch watch;
  CHECK(search.next(watch) == Status::solution);
  CHECK(holds(*rules, groups, search.position().all_candidates()));
}

void a_stopped_search_goes_on_where_it_was() {
  const auto groups = testing::sudoku(2, 2);
  const auto rules = layout(4, groups);
  BacktrackSearch search(rules, {Order::fewest, Singles::hidden}, std::vector<Mask>(16, 15));
  Watch forever;
  std::uint64_t found = 0;
  for (;;) {
    Watch expired(0.0);
    CHECK(search.next(expired) == Status::stopped);
    if (search.next(forever) == Status::exhausted) break;
    ++found;
  }
  CHECK(found == 288);
}

void a_contradiction_leaves_nothing_behind() {
  const auto groups = testing::sudoku(2, 2);
  for (const Order order : kOrders) {
    for (const Singles singles : kSingles) {
      std::vector<Mask> twice(16, 15), empty(16, 15);
      twice[0] = twice[3] = 1;
      empty[5] = 0;
      CHECK(count(layout(4, groups), groups, {order, singles}, twice) == 0);
      CHECK(count(layout(4, groups), groups, {order, singles}, empty) == 0);
    }
  }
}

void random_walks_estimate_known_counts() {
  const auto groups = testing::sudoku(2, 2);
  const auto rules = layout(4, groups);
  search::Estimator sampler(rules, std::vector<Mask>(16, 15), 7);
  Watch watch;
  double sum = 0;
  for (const auto& weight : sampler.draw(4000, watch)) {
    CHECK(weight.exponent == 0);
    sum += weight.fraction;
  }
  CHECK(sum / 4000 > 280 && sum / 4000 < 296);  // 288; the deviation of the mean is 1.5
  Watch expired(0.0);
  CHECK(sampler.draw(10, expired).empty());
  search::Estimator none(rules, std::vector<Mask>(16, 1), 7);
  CHECK(none.contradictory() && none.draw(1, watch)[0].fraction == 0.0);
}

void walks_on_the_widest_masks_do_not_overflow() {
  const auto rules = layout(64, testing::latin(64));
  search::Estimator sampler(rules, std::vector<Mask>(64 * 64, rules->all), 1);
  Watch watch;
  const auto weight = sampler.draw(1, watch)[0];
  CHECK(weight.fraction == 0.0 || weight.exponent > 1000);
}

void rules_that_make_no_sense_are_refused() {
  for (const auto& [digits, groups] :
       {std::pair<int, Groups>{0, {}}, {65, {}}, {4, {{0, 16}}}, {4, {{1, 1}}}}) {
    CHECK(testing::refuses([&sets = groups, n = digits] { Layout(n, 16, sets); }));
  }
}

}  // namespace

int main(int argc, char** argv) {
  CHECK(argc == 2);
  known_counts_of_empty_grids();
  contract_puzzles(argv[1]);
  the_widest_masks();
  a_stopped_search_goes_on_where_it_was();
  a_contradiction_leaves_nothing_behind();
  random_walks_estimate_known_counts();
  walks_on_the_widest_masks_do_not_overflow();
  rules_that_make_no_sense_are_refused();
}
