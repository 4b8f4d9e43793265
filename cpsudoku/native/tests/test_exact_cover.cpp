// Exact cover: every algorithm against brute force, known counts, contract puzzles, batches.
#include "exact_cover/problem.hpp"

#include <random>
#include <set>

#include "exact_cover/kernels.hpp"
#include "tests/check.hpp"

namespace {

using namespace cpsudoku;
using namespace cpsudoku::exact_cover;
using Cover = std::vector<std::uint32_t>;
using Option = std::vector<ExactCover::Entry>;

std::vector<std::string> algorithms() {
  std::vector<std::string> names{"sparse", "links", "cells"};
  for (const PackedKernel* kernel : packed_kernels()) names.push_back(kernel->name);
  return names;
}

// Whether it walks the tree that all bit sets walk; links and cells have trees of their own.
bool is_bit_sets(const std::string& algorithm) {
  return algorithm == "sparse" || algorithm.starts_with("packed");
}

bool agree(const Option& one, const Option& other) {
  for (const auto& [item, colour] : one) {
    for (const auto& [at, other_colour] : other) {
      if (item == at && (colour == 0 || colour != other_colour)) return false;
    }
  }
  return true;
}

void every_algorithm_finds_what_brute_force_does_in_the_same_order() {
  std::mt19937 random(1);
  const auto below = [&](unsigned n) { return static_cast<int>(random() % n); };
  for (int round = 0; round < 2000; ++round) {
    const int primary = 1 + below(5), secondary = below(4), options = below(11);
    ExactCover problem(primary, secondary);
    std::vector<Option> all(options);
    for (auto& option : all) {
      for (int item = 0; item < primary + secondary; ++item) {
        if (below(3) == 0) option.push_back({item, item < primary ? 0 : below(3)});
      }
      problem.add(option);
    }
    std::set<Cover> expected;
    for (unsigned set = 0; set < 1u << options; ++set) {
      Cover chosen;
      std::vector<int> covered(primary, 0);
      bool good = true;
      for (int o = 0; o < options; ++o) {
        if ((set >> o & 1) == 0) continue;
        good &= !all[o].empty() && all[o][0].item < primary;
        for (const auto other : chosen) good &= agree(all[o], all[other]);
        for (const auto& entry : all[o]) {
          if (entry.item < primary) ++covered[entry.item];
        }
        chosen.push_back(o);
      }
      good &= std::all_of(covered.begin(), covered.end(), [](int n) { return n == 1; });
      if (good) expected.insert(chosen);
    }
    std::vector<Cover> first;
    std::uint64_t nodes = 0;
    for (const auto& name : algorithms()) {
      const auto search = make_cover_solver(problem, name).search();
      search->restart({}, {});
      Watch watch;
      std::vector<Cover> found;
      while (search->next(watch) == Status::solution) {
        found.emplace_back(search->solution().begin(), search->solution().end());
        std::sort(found.back().begin(), found.back().end());
      }
      if (name == "sparse") {
        first = found;
        nodes = search->stats().nodes;
      }
      if (is_bit_sets(name)) {
        CHECK(found == first);
        CHECK(search->stats().nodes == nodes);
      }
      CHECK(found.size() == expected.size());
      CHECK(std::set<Cover>(found.begin(), found.end()) == expected);
      CHECK(search->next(watch) == Status::exhausted);
    }
  }
}

void known_counts_of_empty_grids() {
  for (const auto& name : algorithms()) {
    for (const auto& [problem, expected] :
         {std::pair{testing::cover<ExactCover>(4, testing::sudoku(2, 2)), 288},
          {testing::cover<ExactCover>(4, testing::latin(4)), 576}}) {
      const auto search = make_cover_solver(problem, name).search();
      for (int again = 0; again < 2; ++again) {
        search->restart({}, {});
        CHECK(testing::count(*search) == static_cast<std::uint64_t>(expected));
      }
    }
  }
}

void contract_puzzles_in_batches(const std::string& path) {
  const auto puzzles = testing::contract(path);
  const std::size_t n = puzzles.size();
  std::vector<std::uint8_t> grids;
  for (const auto& puzzle : puzzles) {
    grids.insert(grids.end(), puzzle.digits.begin(), puzzle.digits.end());
  }
  for (const auto& name : algorithms()) {
    const auto solver =
        make_cover_solver(testing::cover<ExactCover>(9, testing::sudoku(3, 3)), name);
    for (const unsigned threads : {1u, 3u}) {
      std::vector<std::int64_t> counts(n);
      std::vector<std::uint8_t> solutions(81 * n);
      const auto unknown = std::make_unique<bool[]>(n);
      Watch watch;
      solve_batch(solver,
                  {grids.data(), n, 81, 9, 0, counts.data(), solutions.data(), unknown.get()},
                  threads, watch);
      for (std::size_t i = 0; i < n; ++i) {
        CHECK(!unknown[i]);
        CHECK(static_cast<std::uint64_t>(counts[i]) == puzzles[i].count);
        for (int cell = 0; cell < 81 && counts[i] == 1; ++cell) {
          CHECK(solutions[81 * i + cell] == puzzles[i].solution[cell] - '0');
        }
      }
    }
  }
}

void time_that_is_up_is_unknown_and_stops_every_thread() {
  const auto solver = make_cover_solver(testing::cover<ExactCover>(9, testing::latin(9)), "auto");
  constexpr std::size_t n = 50;
  std::vector<std::uint8_t> grids(81 * n), solutions(81 * n);
  std::vector<std::int64_t> counts(n);
  const auto unknown = std::make_unique<bool[]>(n);
  for (const unsigned threads : {1u, 3u}) {
    Watch watch(0.05);
    solve_batch(solver, {grids.data(), n, 81, 9, 0, counts.data(), solutions.data(), unknown.get()},
                threads, watch);
    CHECK(std::all_of(unknown.get(), unknown.get() + n, [](bool flag) { return flag; }));
  }
}

void a_deep_search_grows_its_stack() {
  ExactCover problem(1500, 0);
  for (int k = 0; k < 3000; ++k) problem.add(Option{{k / 2, 0}});
  const auto search = make_cover_solver(problem, "sparse").search();
  search->restart({}, {});
  Watch watch;
  CHECK(search->next(watch) == Status::solution);
  CHECK(search->solution().size() == 1500);

  ExactCover small(300, 0);  // fits the packed search, and is deeper than its first stack
  for (int k = 0; k < 600; ++k) small.add(Option{{k / 2, 0}});
  for (const auto& name : algorithms()) {
    const auto packed = make_cover_solver(small, name).search();
    packed->restart({}, {});
    for (int found = 0; found < 100; ++found) CHECK(packed->next(watch) == Status::solution);
  }
}

void what_makes_no_sense_is_refused() {
  ExactCover problem(2, 1);
  CHECK(testing::refuses([] { ExactCover(-1, 0); }));
  CHECK(testing::refuses([&] { problem.add(Option{{3, 0}}); }));
  CHECK(testing::refuses([&] { problem.add(Option{{0, 0}, {0, 0}}); }));
  CHECK(testing::refuses([&] { problem.add(Option{{0, 1}}); }));
  CHECK(testing::refuses([&] { problem.add(Option{{2, -1}}); }));
  CHECK(problem.options() == 0);
  problem.add(Option{{0, 0}, {1, 0}, {2, 1}});
  CHECK(testing::refuses([&] { make_cover_solver(problem, "chains"); }));
  for (const auto& name : algorithms()) {
    const auto search = make_cover_solver(problem, name).search();
    const int wrong[] = {1};
    CHECK(testing::refuses([&] { search->restart(wrong, {}); }));
    CHECK(testing::refuses([&] { search->restart({}, wrong); }));
  }
}

}  // namespace

int main(int argc, char** argv) {
  CHECK(argc == 2);
  every_algorithm_finds_what_brute_force_does_in_the_same_order();
  known_counts_of_empty_grids();
  contract_puzzles_in_batches(argv[1]);
  time_that_is_up_is_unknown_and_stops_every_thread();
  a_deep_search_grows_its_stack();
  what_makes_no_sense_is_refused();
}
