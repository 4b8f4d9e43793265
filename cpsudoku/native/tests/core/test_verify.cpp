// The verifier takes solutions and refuses every grid that is one digit or one swap away from one.
#include <utility>

#include "tests/check.hpp"
#include "core/verify.hpp"

namespace {

using namespace cpsudoku;
using Grid = std::vector<std::uint8_t>;  // on the heap, so that any read beyond its end is seen

Groups groups_of(std::uint32_t height, std::uint32_t width) {
  std::vector<std::vector<std::uint16_t>> groups;
  for (const auto& group : testing::sudoku(height, width)) {
    groups.emplace_back(group.begin(), group.end());
  }
  return Groups(height * width, groups);
}

// A grid that obeys the rules.
Grid grid_of(unsigned height, unsigned width) {
  const unsigned size = height * width;
  Grid grid;
  for (unsigned r = 0; r < size; ++r) {
    for (unsigned c = 0; c < size; ++c) {
      grid.push_back(static_cast<std::uint8_t>((width * (r % height) + r / height + c) % size + 1));
    }
  }
  return grid;
}

std::vector<std::uint64_t> masks_of(const Grid& digits, unsigned size) {
  std::vector<std::uint64_t> masks;
  for (const auto digit : digits) {
    masks.push_back(digit ? std::uint64_t{1} << (digit - 1) : (std::uint64_t{1} << size) - 1);
  }
  return masks;
}

void one_digit_or_one_swap_away_is_wrong(unsigned height, unsigned width) {
  const unsigned size = height * width;
  const Groups groups = groups_of(height, width);
  const Grid good = grid_of(height, width), blank(good.size(), 0);
  const auto free = masks_of(blank, size);
  CHECK(groups.hold(blank.data(), good.data()) && groups.hold(free.data(), good.data()));
  CHECK(groups.hold(good.data(), good.data()));
  for (std::size_t cell = 0; cell < good.size(); ++cell) {
    for (const unsigned digit : {0u, good[cell] % size + 1, size + 1, 255u}) {
      Grid wrong = good;
      wrong[cell] = static_cast<std::uint8_t>(digit);
      CHECK(!groups.hold(blank.data(), wrong.data()));
      CHECK(!groups.hold(free.data(), wrong.data()));
    }
    Grid swapped = good;
    std::swap(swapped[cell], swapped[(cell + 1) % good.size()]);
    CHECK(swapped == good || !groups.hold(blank.data(), swapped.data()));
  }
}

void a_grid_has_to_agree_with_the_givens(unsigned height, unsigned width) {
  const unsigned size = height * width;
  const Groups groups = groups_of(height, width);
  const Grid good = grid_of(height, width);
  for (std::size_t cell = 0; cell < good.size(); ++cell) {
    Grid puzzle(good.size(), 0);
    puzzle[cell] = static_cast<std::uint8_t>(good[cell] % size + 1);
    CHECK(!groups.hold(puzzle.data(), good.data()));
    CHECK(!groups.hold(masks_of(puzzle, size).data(), good.data()));
    puzzle[cell] = good[cell];
    CHECK(groups.hold(puzzle.data(), good.data()));
    CHECK(groups.hold(masks_of(puzzle, size).data(), good.data()));
  }
}

// Rows, columns and boxes each on its own: grids in which all houses of two kinds are right.
void each_kind_of_house_is_looked_at() {
  const Groups groups = groups_of(3, 3);
  const Grid blank(81, 0);
  Grid rows_and_columns(81), columns_and_boxes(81), rows_and_boxes(81);
  for (unsigned r = 0; r < 9; ++r) {
    for (unsigned c = 0; c < 9; ++c) {
      rows_and_columns[9 * r + c] = static_cast<std::uint8_t>((r + c) % 9 + 1);
      columns_and_boxes[9 * r + c] = static_cast<std::uint8_t>((3 * (c % 3) + r) % 9 + 1);
      rows_and_boxes[9 * r + c] = static_cast<std::uint8_t>((3 * (r % 3) + c) % 9 + 1);
    }
  }
  for (const Grid& grid : {rows_and_columns, columns_and_boxes, rows_and_boxes}) {
    CHECK(!groups.hold(blank.data(), grid.data()));
  }
}

void the_first_of_many_faults_is_found() {
  constexpr std::size_t kMany = 5000;
  const Groups groups = groups_of(3, 3);
  const Grid good = grid_of(3, 3);
  Grid grids, puzzles(81 * kMany, 0);
  for (std::size_t i = 0; i < kMany; ++i) grids.insert(grids.end(), good.begin(), good.end());
  std::vector<std::int64_t> counts(kMany, 1);
  for (const unsigned threads : {1u, 3u}) {
    CHECK(first_fault(groups, puzzles.data(), grids.data(), counts.data(), kMany, threads) ==
          kMany);
  }
  for (const std::size_t bad : {kMany - 1, kMany / 2, std::size_t{0}}) {
    grids[81 * bad + 40] ^= 1;
    for (const unsigned threads : {1u, 3u}) {
      CHECK(first_fault(groups, puzzles.data(), grids.data(), counts.data(), kMany, threads) ==
            bad);
    }
  }
  counts[0] = 0;  // nothing was found, but something is claimed
  CHECK(first_fault(groups, puzzles.data(), grids.data(), counts.data(), kMany, 2) == 0);
  std::fill_n(grids.begin(), 81, std::uint8_t{0});
  CHECK(first_fault(groups, puzzles.data(), grids.data(), counts.data(), kMany, 2) == kMany / 2);
}

void clashes_are_seen_at_first_sight() {
  const Groups groups = groups_of(3, 3);
  const Grid blank(81, 0);
  const auto free = masks_of(blank, 9);
  CHECK(!groups.clash(free.data()));
  auto empty = free, twice = free, apart = free;
  empty[80] = 0;
  twice[0] = twice[10] = 4;  // one box
  apart[0] = apart[80] = 4;
  CHECK(groups.clash(empty.data()) && groups.clash(twice.data()) && !groups.clash(apart.data()));
}

}  // namespace

int main() {
  const std::array<std::array<unsigned, 2>, 5> shapes{{{3, 3}, {2, 2}, {2, 3}, {1, 5}, {5, 5}}};
  for (const auto& [height, width] : shapes) {
    one_digit_or_one_swap_away_is_wrong(height, width);
    a_grid_has_to_agree_with_the_givens(height, width);
  }
  each_kind_of_house_is_looked_at();
  the_first_of_many_faults_is_found();
  clashes_are_seen_at_first_sight();
}
