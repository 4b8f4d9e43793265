// Exhaustive search: known counts, nodes that can be worked out by hand, pausing, deadlines.
#include "search/exhaustive.hpp"

#include "tests/check.hpp"

namespace {

using namespace cpsudoku;
using propagation::Layout;
using propagation::Mask;
using search::ExhaustiveSearch;

std::shared_ptr<const Layout> latin(int digits) {
  return std::make_shared<const Layout>(digits, digits * digits, testing::latin(digits));
}

void latin_squares_of_order_3_are_12_of_19683_fillings() {
  ExhaustiveSearch search(latin(3), std::vector<Mask>(9, 7));
  Watch watch;
  CHECK(testing::count(search) == 12);
  CHECK(search.exhausted());
  CHECK(search.nodes() == (19683 * 3 - 3) / 2);
  CHECK(search.conflicts() == 19683 - 12);
  CHECK(search.next(watch) == Status::exhausted);
}

void a_full_grid_is_tested_and_a_cell_without_candidates_refuted() {
  Watch watch;
  ExhaustiveSearch right(latin(2), std::vector<Mask>{1, 2, 2, 1});
  CHECK(right.next(watch) == Status::solution);
  CHECK(right.exhausted());
  CHECK(right.next(watch) == Status::exhausted);
  ExhaustiveSearch wrong(latin(2), std::vector<Mask>{1, 1, 2, 2});
  CHECK(wrong.next(watch) == Status::exhausted);
  CHECK(wrong.conflicts() == 1);
  ExhaustiveSearch empty(latin(2), std::vector<Mask>{3, 3, 3, 0});
  CHECK(empty.exhausted());
  CHECK(empty.next(watch) == Status::exhausted);
  CHECK(empty.nodes() == 0);
}

void a_deadline_is_no_answer_and_the_search_goes_on_behind_it() {
  ExhaustiveSearch search(latin(3), std::vector<Mask>(9, 7));
  Watch expired(0.0);
  CHECK(search.next(expired) == Status::stopped);
  CHECK(!search.exhausted());
  Watch watch;
  CHECK(search.next(watch) == Status::solution);
}

}  // namespace

int main() {
  latin_squares_of_order_3_are_12_of_19683_fillings();
  a_full_grid_is_tested_and_a_cell_without_candidates_refuted();
  a_deadline_is_no_answer_and_the_search_goes_on_behind_it();
}
