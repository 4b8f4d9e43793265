// How long does one classic puzzle take, one call after another on one thread, against other C
// solvers in the same run?
//
//     cmake -S cpsudoku/native -B build/bench -DCPSUDOKU_PYTHON=OFF -DCPSUDOKU_BENCHMARKS=ON
//     cmake --build build/bench --target bench_single_puzzle
//     build/bench/bench_single_puzzle [options] FILE...
//
//     --limit N, --rounds N (5), --most N (4000), --peer LIB:NAME   as in contest.hpp
//     --width NAME       may be repeated (all that the processor has)
//
// Every solver must find the same number of solutions of each puzzle, else the program names the
// puzzle and exits with 1.  What is timed is the whole call, from the text to the first solution
// and the count, in processor time of the thread.  Ratios are to the fastest peer of the file.
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

#include "bitboard/single.hpp"
#include "contest.hpp"

namespace {

using namespace cpsudoku::bitboard;

struct Contestant {
  std::string name;
  bool peer;
  std::function<std::size_t(const std::string&, std::size_t)> count;
  std::vector<double> seconds;
};

struct Options {
  std::size_t limit, rounds, most;
  std::vector<Contestant> contestants;
  std::vector<std::string> files;
};

constexpr auto kMasks = [] {
  std::array<std::uint16_t, 256> masks{};
  for (auto& mask : masks) mask = kAllDigits;
  for (unsigned digit = 1; digit <= 9; ++digit) {
    masks['0' + digit] = static_cast<std::uint16_t>(1 << (digit - 1));
  }
  return masks;
}();

Contestant ours(Width width) {
  return {std::string(name(width)),
          false,
          [width](const std::string& puzzle, std::size_t limit) {
            Candidates candidates;
            for (std::size_t cell = 0; cell < kCells; ++cell) {
              candidates[cell] = kMasks[static_cast<unsigned char>(puzzle[cell])];
            }
            Grid first;
            return static_cast<std::size_t>(count_up_to(candidates, limit, &first, width));
          },
          {}};
}

Contestant peer(const std::string& place) {
  const contest::PeerSolve solve = contest::peer(place);
  return {contest::last_part(place),
          true,
          [solve](const std::string& puzzle, std::size_t limit) {
            char solution[128];
            std::size_t guesses = 0;
            return solve(puzzle.c_str(), limit, 0, solution, &guesses);
          },
          {}};
}

void compare(const std::string& path, Options& options) {
  const auto puzzles = contest::puzzles_of(path, options.most);
  std::vector<std::size_t> expected;
  for (auto& contestant : options.contestants) contestant.seconds.clear();
  for (std::size_t round = 0; round < options.rounds; ++round) {
    for (std::size_t k = 0; k < options.contestants.size(); ++k) {
      auto& contestant = options.contestants[(k + round) % options.contestants.size()];
      std::vector<std::size_t> counts(puzzles.size());
      const double start = contest::processor_seconds();
      for (std::size_t i = 0; i < puzzles.size(); ++i) {
        counts[i] = contestant.count(puzzles[i], options.limit);
      }
      contestant.seconds.push_back(contest::processor_seconds() - start);
      if (expected.empty()) expected = counts;
      const auto at = std::mismatch(counts.begin(), counts.end(), expected.begin());
      if (at.first != counts.end()) {
        const auto which = static_cast<std::size_t>(at.first - counts.begin());
        throw std::runtime_error(contestant.name + " disagrees on " + puzzles[which]);
      }
    }
  }
  const double best = contest::fastest_peer(options.contestants);
  std::printf("%s: %zu puzzles, limit %zu\n", contest::last_part(path).c_str(), puzzles.size(),
              options.limit);
  for (const auto& contestant : options.contestants) {
    const double seconds = contest::median(contestant.seconds);
    std::printf("  %-48s %9.3f us", contestant.name.c_str(),
                1e6 * seconds / static_cast<double>(puzzles.size()));
    if (best > 0) std::printf("  %6.3f of the fastest peer", seconds / best);
    std::printf("\n");
  }
}

Options options_of(int argc, char** argv) {
  const contest::Arguments given = contest::arguments(
      argc, argv,
      {{{"--limit", 2}, {"--rounds", 5}, {"--most", 4000}}, {{"--width", {}}, {"--peer", {}}}});
  Options options{given.numbers.at("--limit"),
                  given.numbers.at("--rounds"),
                  given.numbers.at("--most"),
                  {},
                  given.files};
  for (const auto& place : given.words.at("--peer")) options.contestants.push_back(peer(place));
  for (const Width width : contest::widths(given.words.at("--width"))) {
    options.contestants.push_back(ours(width));
  }
  return options;
}

}  // namespace

int main(int argc, char** argv) try {
  Options options = options_of(argc, argv);
  for (const auto& file : options.files) compare(file, options);
} catch (const std::exception& error) {
  std::fprintf(stderr, "bench_single_puzzle: %s\n", error.what());
  return 1;
}
