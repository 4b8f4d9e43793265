// How fast is exact cover on classic puzzles, one thread, against other C solvers in the same run?
//
//     cmake -S cpsudoku/native -B build/bench -DCPSUDOKU_PYTHON=OFF -DCPSUDOKU_BENCHMARKS=ON
//     cmake --build build/bench
//     build/bench/bench_exact_cover [options] FILE...
//
//     --limit N          stop at N solutions a puzzle (2: uniqueness proved)
//     --rounds N         rounds, interleaved; the median counts (5)
//     --most N           take N puzzles of each file, evenly spread (3000)
//     --algorithm NAME   may be repeated (packed, sparse)
//     --peer LIB:NAME    may be repeated: a shared library with a C function
//                        size_t NAME(const char *puzzle, size_t limit, uint32_t configuration,
//                                    char *solution, size_t *guesses)
//
// A file has a puzzle of 81 characters at the start of each line; other lines are passed over.
// Every solver must find the same number of solutions of each puzzle and, where it is one, the same
// solution; else the program says which puzzle and exits with 1.  Ratios are to the fastest peer.
#include <dlfcn.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "exact_cover.hpp"

namespace {

using cpsudoku::CoverSearch;
using cpsudoku::ExactCover;

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

double now() {
  using namespace std::chrono;
  return duration<double>(steady_clock::now().time_since_epoch()).count();
}

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
  const auto solver = cpsudoku::make_cover_solver(classic(), algorithm);
  const std::shared_ptr<CoverSearch> search = solver->search();
  const auto nodes = std::make_shared<std::uint64_t>(0);
  const auto solve = [search, nodes](const std::string& puzzle, std::size_t limit) {
    int givens[81];
    std::size_t count = 0;
    for (int cell = 0; cell < 81; ++cell) {
      if (puzzle[cell] >= '1' && puzzle[cell] <= '9') givens[count++] = 9 * cell + puzzle[cell] - '1';
    }
    cpsudoku::Watch watch;
    Answer answer;
    search->restart({givens, count}, {});
    while (answer.count < limit && search->next(watch) == CoverSearch::Step::solution) {
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
  return {solver->algorithm(), false, solve, [nodes] { return std::exchange(*nodes, 0); }, {}};
}

Contestant peer(const std::string& place) {
  using Function = std::size_t (*)(const char*, std::size_t, std::uint32_t, char*, std::size_t*);
  const std::size_t colon = place.rfind(':');
  if (colon == std::string::npos) throw std::runtime_error("expected LIB:NAME, not " + place);
  void* library = dlopen(place.substr(0, colon).c_str(), RTLD_NOW | RTLD_LOCAL);
  void* symbol = library ? dlsym(library, place.substr(colon + 1).c_str()) : nullptr;
  if (symbol == nullptr) throw std::runtime_error(dlerror());
  const auto function = reinterpret_cast<Function>(symbol);
  const auto guesses = std::make_shared<std::uint64_t>(0);
  const auto solve = [function, guesses](const std::string& puzzle, std::size_t limit) {
    char solution[82] = {};
    std::size_t guessed = 0;
    Answer answer{function(puzzle.c_str(), limit, 0, solution, &guessed), {}};
    answer.solution.assign(solution, 81);
    *guesses += guessed;
    return answer;
  };
  return {place.substr(place.rfind('/') + 1), true, solve,
          [guesses] { return std::exchange(*guesses, 0); }, {}};
}

std::vector<std::string> read(const std::string& path, std::size_t most) {
  std::ifstream in(path);
  if (!in) throw std::runtime_error("cannot read " + path);
  std::vector<std::string> all;
  for (std::string line; std::getline(in, line);) {
    const auto known = std::count_if(line.begin(), line.begin() + std::min<std::size_t>(line.size(), 81),
                                     [](char c) { return (c >= '0' && c <= '9') || c == '.'; });
    if (known == 81) all.push_back(line.substr(0, 81));
  }
  if (all.size() <= most) return all;
  std::vector<std::string> some;
  for (std::size_t i = 0; i < most; ++i) some.push_back(all[i * all.size() / most]);
  return some;
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

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

void report(std::vector<Contestant>& contestants, std::size_t puzzles, std::size_t rounds) {
  double best_peer = 0;
  for (const auto& c : contestants) {
    if (c.peer && (best_peer == 0 || median(c.seconds) < best_peer)) best_peer = median(c.seconds);
  }
  for (auto& c : contestants) {
    const double seconds = median(c.seconds);
    std::printf("  %-32s %9.2f us %10.0f/s %9.2f %s", c.name.c_str(), seconds / puzzles * 1e6,
                puzzles / seconds, static_cast<double>(c.nodes()) / rounds / puzzles,
                c.peer ? "guesses" : "nodes");
    if (best_peer > 0) std::printf("  x %.2f", best_peer / seconds);
    std::printf("\n");
    c.seconds.clear();
  }
}

}  // namespace

int main(int argc, char** argv) {
  std::size_t limit = 2, rounds = 5, most = 3000;
  std::vector<std::string> algorithms, peers, files;
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    const auto value = [&] { return std::string(i + 1 < argc ? argv[++i] : ""); };
    if (word == "--limit") limit = std::strtoul(value().c_str(), nullptr, 10);
    else if (word == "--rounds") rounds = std::strtoul(value().c_str(), nullptr, 10);
    else if (word == "--most") most = std::strtoul(value().c_str(), nullptr, 10);
    else if (word == "--algorithm") algorithms.push_back(value());
    else if (word == "--peer") peers.push_back(value());
    else files.push_back(word);
  }
  if (files.empty() || limit < 1 || rounds < 1 || most < 1) {
    std::fprintf(stderr, "usage: %s [--limit N] [--rounds N] [--most N] [--algorithm NAME]... "
                         "[--peer LIB:NAME]... FILE...\n", argv[0]);
    return 2;
  }
  try {
    if (algorithms.empty()) algorithms = {"packed", "sparse"};
    std::vector<Contestant> contestants;
    for (const auto& name : algorithms) contestants.push_back(ours(name));
    for (const auto& place : peers) contestants.push_back(peer(place));
    for (const auto& file : files) {
      const auto puzzles = read(file, most);
      if (puzzles.empty()) throw std::runtime_error(file + " has no puzzles of 81 characters");
      std::printf("%s: %zu puzzles, limit %zu, median of %zu rounds\n", file.c_str(), puzzles.size(),
                  limit, rounds);
      if (const std::string* puzzle = disagreement(contestants, puzzles, limit)) {
        std::fprintf(stderr, "the solvers disagree on %s\n", puzzle->c_str());
        return 1;
      }
      for (auto& c : contestants) c.nodes();
      for (std::size_t round = 0; round < rounds; ++round) {
        for (auto& c : contestants) {
          const double start = now();
          for (const auto& puzzle : puzzles) c.solve(puzzle, limit);
          c.seconds.push_back(now() - start);
        }
      }
      report(contestants, puzzles.size(), rounds);
    }
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 2;
  }
  return 0;
}
