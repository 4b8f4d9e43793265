// How many classic puzzles a second go through the lanes, on one thread, against other C solvers in
// the same run?
//
//     cmake -S cpsudoku/native -B build/bench -DCPSUDOKU_PYTHON=OFF -DCPSUDOKU_BENCHMARKS=ON
//     cmake --build build/bench --target bench_many_puzzles
//     build/bench/bench_many_puzzles [options] FILE...
//
//     --limit N, --rounds N (7), --most N (20000), --peer LIB:NAME   as in contest.hpp
//     --width NAME       may be repeated (all that the processor has)
//     --mutations N      instead of measuring, change clues of the files' puzzles N times at random
//                        and check that all widths, all peers and the single-puzzle search agree
//
// Every contestant must find the same number of solutions of each puzzle, and all widths the same
// first solution, else the program names the puzzle and exits with 1.  What is timed is from text
// to counts and first solutions, in processor time of the thread.  Ratios are to the fastest peer.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

#include "bitboard/lanes.hpp"
#include "bitboard/single.hpp"
#include "contest.hpp"

namespace {

using namespace cpsudoku;
using namespace cpsudoku::bitboard;

struct Answer {
  std::vector<std::int64_t> counts;
  std::vector<std::uint8_t> solutions;  // empty where the contestant does not give them
  double guesses = 0;
};

struct Contestant {
  std::string name;
  bool peer;
  std::function<Answer(const std::string& text, std::size_t n, std::size_t limit)> answer;
  std::vector<double> seconds;
  double guesses = 0;
};

struct Options {
  std::size_t limit, rounds, most, mutations;
  std::vector<Contestant> contestants;
  std::vector<std::string> files;
};

constexpr std::size_t kStride = kCells + 1;  // a puzzle and the end of its line

Contestant ours(Width width) {
  return {std::string(name(width)),
          false,
          [width](const std::string& text, std::size_t n, std::size_t limit) {
            Answer answer{std::vector<std::int64_t>(n), std::vector<std::uint8_t>(kCells * n)};
            Watch watch;
            const Effort effort =
                search_lanes({text.data(), Notation::kText, kStride, n}, {limit, 1, width}, watch,
                             {answer.counts.data(), answer.solutions.data()});
            answer.guesses = static_cast<double>(effort.guesses);
            return answer;
          },
          {}};
}

Contestant peer(const std::string& place) {
  const contest::PeerSolve solve = contest::peer(place);
  return {contest::last_part(place),
          true,
          [solve](const std::string& text, std::size_t n, std::size_t limit) {
            Answer answer{std::vector<std::int64_t>(n), {}};
            char solution[128];
            for (std::size_t i = 0; i < n; ++i) {
              std::size_t guesses = 0;
              answer.counts[i] = static_cast<std::int64_t>(
                  solve(text.data() + kStride * i, limit, 0, solution, &guesses));
              answer.guesses += static_cast<double>(guesses);
            }
            return answer;
          },
          {}};
}

// The puzzles of a file, one after another, each with the end of its line.
std::string text_of(const std::string& path, std::size_t most) {
  std::string text;
  for (const auto& puzzle : contest::puzzles_of(path, most)) text += puzzle + "\n";
  return text;
}

void same(const Contestant& contestant, const Answer& answer, const Answer& expected,
          const std::string& text) {
  auto at =
      std::mismatch(answer.counts.begin(), answer.counts.end(), expected.counts.begin()).first;
  auto which = static_cast<std::size_t>(at - answer.counts.begin());
  if (at == answer.counts.end()) {
    if (answer.solutions.empty() || expected.solutions.empty()) return;
    const auto cell =
        std::mismatch(answer.solutions.begin(), answer.solutions.end(), expected.solutions.begin());
    if (cell.first == answer.solutions.end()) return;
    which = static_cast<std::size_t>(cell.first - answer.solutions.begin()) / kCells;
  }
  throw std::runtime_error(contestant.name + " disagrees on " +
                           text.substr(kStride * which, kCells));
}

void compare(const std::string& path, Options& options) {
  const std::string text = text_of(path, options.most);
  const std::size_t n = text.size() / kStride;
  for (auto& contestant : options.contestants) contestant.seconds.clear();
  Answer expected;
  for (std::size_t round = 0; round < options.rounds; ++round) {
    for (std::size_t k = 0; k < options.contestants.size(); ++k) {
      auto& contestant = options.contestants[(k + round) % options.contestants.size()];
      const double start = contest::processor_seconds();
      Answer answer = contestant.answer(text, n, options.limit);
      contestant.seconds.push_back(contest::processor_seconds() - start);
      contestant.guesses = answer.guesses;
      if (expected.counts.empty() || expected.solutions.empty()) {
        if (!expected.counts.empty()) same(contestant, answer, expected, text);
        expected = std::move(answer);
      } else {
        same(contestant, answer, expected, text);
      }
    }
  }
  const double best = contest::fastest_peer(options.contestants);
  std::printf("%s: %zu puzzles, limit %zu\n", contest::last_part(path).c_str(), n, options.limit);
  for (const auto& contestant : options.contestants) {
    const double seconds = contest::median(contestant.seconds), puzzles = static_cast<double>(n);
    std::printf("  %-40s %10.0f/s %9.2f guesses a puzzle", contestant.name.c_str(),
                puzzles / seconds, contestant.guesses / puzzles);
    if (best > 0) std::printf("  %6.2f times the fastest peer", best / seconds);
    std::printf("\n");
  }
}

// Clues added, removed and changed, one to four of them.
void mutate(char* puzzle, std::mt19937_64& random) {
  for (std::uint64_t changes = 1 + random() % 4; changes > 0; --changes) {
    puzzle[random() % kCells] = random() % 3 ? static_cast<char>('1' + random() % 9) : '.';
  }
}

void check_mutations(Options& options) {
  std::string source;
  for (const auto& file : options.files) source += text_of(file, options.most);
  std::mt19937_64 random(81);
  constexpr std::size_t kBatch = 20000;
  std::size_t of_count[3] = {};
  for (std::size_t done = 0; done < options.mutations; done += kBatch) {
    const std::size_t n = std::min(kBatch, options.mutations - done);
    std::string text;
    for (std::size_t i = 0; i < n; ++i) {
      text += source.substr(random() % (source.size() / kStride) * kStride, kStride);
      mutate(text.data() + kStride * i, random);
    }
    Answer expected = ours(Width::portable).answer(text, n, options.limit);
    for (const auto& one : options.contestants) {
      same(one, one.answer(text, n, options.limit), expected, text);
    }
    for (std::size_t i = 0; i < n; ++i) {
      Candidates candidates;
      for (std::size_t cell = 0; cell < kCells; ++cell) {
        const char c = text[kStride * i + cell];
        candidates[cell] = static_cast<std::uint16_t>(c == '.' ? kAllDigits : 1 << (c - '1'));
      }
      const auto count = static_cast<std::int64_t>(count_up_to(candidates, options.limit));
      if (count != expected.counts[i]) {
        throw std::runtime_error("the search of one puzzle disagrees on " +
                                 text.substr(kStride * i, kCells));
      }
      ++of_count[std::min<std::int64_t>(count, 2)];
    }
  }
  std::printf("%zu mutations: %zu impossible, %zu unique, %zu with more; all agree\n",
              options.mutations, of_count[0], of_count[1], of_count[2]);
}

Options options_of(int argc, char** argv) {
  const contest::Arguments given =
      contest::arguments(argc, argv,
                         {{{"--limit", 2}, {"--rounds", 7}, {"--most", 20000}, {"--mutations", 0}},
                          {{"--width", {}}, {"--peer", {}}}});
  Options options{given.numbers.at("--limit"),
                  given.numbers.at("--rounds"),
                  given.numbers.at("--most"),
                  given.numbers.at("--mutations"),
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
  if (options.mutations > 0) {
    check_mutations(options);
  } else {
    for (const auto& file : options.files) compare(file, options);
  }
} catch (const std::exception& error) {
  std::fprintf(stderr, "bench_many_puzzles: %s\n", error.what());
  return 1;
}
