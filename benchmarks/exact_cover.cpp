// How fast is exact cover on classic puzzles, one thread, against other C solvers in the same run?
//
//     cmake -S cpsudoku/native -B build/bench -DCPSUDOKU_PYTHON=OFF -DCPSUDOKU_BENCHMARKS=ON
//     cmake --build build/bench
//     build/bench/bench_exact_cover [options] FILE...
//
//     --limit N, --rounds N (5), --most N (3000), --peer LIB:NAME   as in contest.hpp
//     --algorithm NAME   may be repeated (links, cells, packed, sparse)
//
// Every solver must find the same number of solutions of each puzzle and, where it is one, the same
// solution; else the program says which puzzle and exits with 1.  Ratios are to the fastest peer.
#include <cstdint>
#include <cstdio>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "contest.hpp"
#include "exact_cover/problem.hpp"

namespace {

using cpsudoku::exact_cover::CoverSearch;
using cpsudoku::exact_cover::ExactCover;

struct Answer {
  std::size_t count = 0;
  std::string solution;
};

struct Contestant {
  std::string name;
  bool peer;
  std::function<Answer(const std::string&, std::size_t)> solve;
  std::function<std::uint64_t()> nodes;
  std::vector<double> seconds;
};

ExactCover classic() {
  ExactCover problem(324, 0);
  for (int row = 0; row < 9; ++row) {
    for (int column = 0; column < 9; ++column) {
      const int box = row / 3 * 3 + column / 3;
      for (int digit = 0; digit < 9; ++digit) {
        const ExactCover::Entry option[] = {{9 * row + column, 0},
                                            {81 + 9 * row + digit, 0},
                                            {162 + 9 * column + digit, 0},
                                            {243 + 9 * box + digit, 0}};
        problem.add(option);
      }
    }
  }
  return problem;
}

Contestant ours(const std::string& algorithm) {
  const auto solver = cpsudoku::exact_cover::make_cover_solver(classic(), algorithm);
  const std::shared_ptr<CoverSearch> search = solver.search();
  const auto nodes = std::make_shared<std::uint64_t>(0);
  const auto solve = [search, nodes](const std::string& puzzle, std::size_t limit) {
    int givens[81];
    std::size_t count = 0;
    for (int cell = 0; cell < 81; ++cell) {
      if (puzzle[cell] >= '1' && puzzle[cell] <= '9')
        givens[count++] = 9 * cell + puzzle[cell] - '1';
    }
    cpsudoku::Watch watch;
    Answer answer;
    search->restart({givens, count}, {});
    while (answer.count < limit && search->next(watch) == cpsudoku::Status::solution) {
      if (answer.count++ == 0) {
        answer.solution.resize(81);
        for (const auto option : search->solution()) {
          answer.solution[option / 9] = static_cast<char>('1' + option % 9);
        }
      }
    }
    *nodes += search->stats().nodes;
    return answer;
  };
  return {solver.algorithm(), false, solve, [nodes] { return std::exchange(*nodes, 0); }, {}};
}

Contestant peer(const std::string& place) {
  const contest::PeerSolve function = contest::peer(place);
  const auto guesses = std::make_shared<std::uint64_t>(0);
  const auto solve = [function, guesses](const std::string& puzzle, std::size_t limit) {
    char solution[82] = {};
    std::size_t guessed = 0;
    Answer answer{function(puzzle.c_str(), limit, 0, solution, &guessed), {}};
    answer.solution.assign(solution, 81);
    *guesses += guessed;
    return answer;
  };
  return {
      contest::last_part(place), true, solve, [guesses] { return std::exchange(*guesses, 0); }, {}};
}

// The puzzle that two contestants answer differently, if there is one.
const std::string* disagreement(std::vector<Contestant>& contestants,
                                const std::vector<std::string>& puzzles, std::size_t limit) {
  for (const auto& puzzle : puzzles) {
    const Answer expected = contestants[0].solve(puzzle, limit);
    for (auto& contestant : contestants) {
      const Answer answer = contestant.solve(puzzle, limit);
      const bool alike = answer.count == expected.count &&
                         (answer.count != 1 || limit == 1 || answer.solution == expected.solution);
      if (!alike) return &puzzle;
    }
  }
  return nullptr;
}

void report(std::vector<Contestant>& contestants, std::size_t puzzles, std::size_t rounds) {
  const double best_peer = contest::fastest_peer(contestants);
  for (auto& c : contestants) {
    const double seconds = contest::median(c.seconds);
    std::printf("  %-32s %9.2f us %10.0f/s %9.2f %s", c.name.c_str(), seconds / puzzles * 1e6,
                puzzles / seconds, static_cast<double>(c.nodes()) / rounds / puzzles,
                c.peer ? "guesses" : "nodes");
    if (best_peer > 0) std::printf("  x %.2f", best_peer / seconds);
    std::printf("\n");
    c.seconds.clear();
  }
}

}  // namespace

int main(int argc, char** argv) try {
  const contest::Arguments given = contest::arguments(
      argc, argv,
      {{{"--limit", 2}, {"--rounds", 5}, {"--most", 3000}}, {{"--algorithm", {}}, {"--peer", {}}}});
  const std::size_t limit = given.numbers.at("--limit"), rounds = given.numbers.at("--rounds");
  std::vector<std::string> algorithms = given.words.at("--algorithm");
  if (algorithms.empty()) algorithms = {"links", "cells", "packed", "sparse"};
  std::vector<Contestant> contestants;
  for (const auto& name : algorithms) contestants.push_back(ours(name));
  for (const auto& place : given.words.at("--peer")) contestants.push_back(peer(place));
  for (const auto& file : given.files) {
    const auto puzzles = contest::puzzles_of(file, given.numbers.at("--most"));
    std::printf("%s: %zu puzzles, limit %zu, median of %zu rounds\n", file.c_str(), puzzles.size(),
                limit, rounds);
    if (const std::string* puzzle = disagreement(contestants, puzzles, limit)) {
      throw std::runtime_error("the solvers disagree on " + *puzzle);
    }
    for (auto& c : contestants) c.nodes();
    for (std::size_t round = 0; round < rounds; ++round) {
      for (auto& c : contestants) {
        const double start = contest::processor_seconds();
        for (const auto& puzzle : puzzles) c.solve(puzzle, limit);
        c.seconds.push_back(contest::processor_seconds() - start);
      }
    }
    report(contestants, puzzles.size(), rounds);
  }
} catch (const std::exception& error) {
  std::fprintf(stderr, "bench_exact_cover: %s\n", error.what());
  return 1;
}
