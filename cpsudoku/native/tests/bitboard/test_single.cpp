// The single-puzzle search: contract puzzles at every width, pausing, room, limits, deadlines.
#include <random>
#include <set>

#include "bitboard/single.hpp"
#include "tests/check.hpp"

namespace {

using namespace cpsudoku;
using namespace cpsudoku::bitboard;

constexpr std::uint64_t kAll = ~std::uint64_t{0};

Candidates empty_grid() {
  Candidates candidates;
  candidates.fill(kAllDigits);
  return candidates;
}

bool is_solution(const Grid& grid, const Candidates& candidates) {
  for (std::size_t cell = 0; cell < kCells; ++cell) {
    if (grid[cell] < 1 || grid[cell] > 9) return false;
    if ((candidates[cell] >> (grid[cell] - 1) & 1) == 0) return false;
  }
  return testing::is_final(grid.data());
}

void contract_puzzles(const std::string& path) {
  for (const auto& puzzle : testing::contract(path)) {
    const Candidates candidates = testing::masks_of<std::uint16_t>(puzzle.digits.data());
    std::vector<std::uint64_t> branches;
    for (const Width width : widths()) {
      Watch watch;
      Single search(candidates, width);
      std::vector<Grid> grids(puzzle.count + 1);
      CHECK(search.run(kAll, watch, grids.data(), grids.size()) == puzzle.count);
      CHECK(search.exhausted());
      CHECK(search.run(1, watch) == 0);
      grids.resize(puzzle.count);
      for (const Grid& grid : grids) CHECK(is_solution(grid, candidates));
      CHECK(std::set<Grid>(grids.begin(), grids.end()).size() == puzzle.count);
      branches.push_back(search.branches());

      Grid first{};
      CHECK(count_up_to(candidates, kAll, &first, width) == puzzle.count);
      CHECK(puzzle.count == 0 || first == grids[0]);
      CHECK(count_up_to(candidates, 2, nullptr, width) == std::min<std::uint64_t>(puzzle.count, 2));
    }
    CHECK(std::count(branches.begin(), branches.end(), branches[0]) ==
          static_cast<std::ptrdiff_t>(branches.size()));
  }
}

// However a search is cut into steps, the solutions and their order are the same.
void steps_do_not_change_the_order() {
  constexpr std::size_t kSolutions = 200;
  std::vector<std::vector<Grid>> orders;
  for (const Width width : widths()) {
    for (const std::uint64_t step :
         {std::uint64_t{1}, std::uint64_t{2}, std::uint64_t{7}, std::uint64_t{kSolutions}}) {
      Watch watch;
      Single search(empty_grid(), width);
      std::vector<Grid> grids(kSolutions + step);
      std::size_t found = 0;
      while (found < kSolutions) {
        found += search.run(step, watch, grids.data() + found, step);
        CHECK(!search.exhausted());
      }
      grids.resize(kSolutions);
      orders.push_back(grids);
    }
  }
  for (const auto& order : orders) CHECK(order == orders[0]);
  for (const Grid& grid : orders[0]) CHECK(is_solution(grid, empty_grid()));
}

void a_search_goes_on_in_a_copy_as_in_the_original() {
  Watch watch;
  Single search(empty_grid());
  CHECK(search.run(33, watch) == 33);
  Single copy = search;
  Grid one, other;
  CHECK(search.run(1, watch, &one, 1) == 1);
  CHECK(copy.run(1, watch, &other, 1) == 1);
  CHECK(one == other);
}

void only_so_many_grids_are_written_as_there_is_room_for() {
  Watch watch;
  Single search(empty_grid());
  std::vector<Grid> grids(4, Grid{});
  CHECK(search.run(100, watch, grids.data(), 3) == 100);
  CHECK(grids[2] != Grid{});
  CHECK(grids[3] == Grid{});
}

// Searches are deepest where little is given; more waits than anywhere else.
void loose_grids_stay_within_their_memory() {
  std::mt19937 random(7);
  for (const Width width : widths()) {
    for (int i = 0; i < 10; ++i) {
      Candidates candidates = empty_grid();
      for (auto& mask : candidates) {
        if (random() % 3 == 0) mask = static_cast<std::uint16_t>(mask & ~(1u << random() % 9));
      }
      Grid first{};
      CHECK(count_up_to(candidates, 300, &first, width) == 300);
      CHECK(is_solution(first, candidates));
    }
  }
}

void an_expired_watch_stops_and_claims_nothing() {
  Watch expired(0.0);
  Single search(empty_grid());
  CHECK(search.run(kAll, expired) == 0);
  CHECK(!search.exhausted());
  Watch watch(0.05);
  CHECK(search.run(kAll, watch) > 0);
  CHECK(!search.exhausted());
}

void contradictions_have_no_solution() {
  for (const Width width : widths()) {
    Candidates none = empty_grid(), twice = empty_grid();
    none[40] = 0;
    twice[0] = twice[80] = twice[8] = 1;
    CHECK(count_up_to(none, kAll, nullptr, width) == 0);
    CHECK(count_up_to(twice, kAll, nullptr, width) == 0);
    CHECK(count_up_to(Candidates{}, kAll, nullptr, width) == 0);
  }
}

}  // namespace

int main(int argc, char** argv) {
  CHECK(argc == 2);
  contract_puzzles(argv[1]);
  steps_do_not_change_the_order();
  a_search_goes_on_in_a_copy_as_in_the_original();
  only_so_many_grids_are_written_as_there_is_room_for();
  loose_grids_stay_within_their_memory();
  an_expired_watch_stops_and_claims_nothing();
  contradictions_have_no_solution();
}
