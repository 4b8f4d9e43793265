// How many classic puzzles a second go through the lanes, on one thread, against other C solvers in
// the same run?
//
//     cmake -S cpsudoku/native -B build/bench -DCPSUDOKU_PYTHON=OFF -DCPSUDOKU_BENCHMARKS=ON
//     cmake --build build/bench --target bench_many_puzzles
//     build/bench/bench_many_puzzles [options] FILE...
//
//     --limit N          stop at N solutions a puzzle (2: uniqueness proved)
//     --rounds N         rounds, interleaved; the median counts (7)
//     --most N           take N puzzles of each file, evenly spread (20000)
//     --width NAME       may be repeated (all that the processor has)
//     --peer LIB:NAME    may be repeated: a shared library with a C function
//                        size_t NAME(const char *puzzle, size_t limit, uint32_t configuration,
//                                    char *solution, size_t *guesses)
//     --mutations N      instead of measuring, change clues of the files' puzzles N times at random
//                        and check that all widths, all peers and the single-puzzle search agree
//
// A file has a puzzle of 81 characters at the start of each line; other lines are passed over.
// Every contestant must find the same number of solutions of each puzzle, and all widths the same
// first solution, else the program names the puzzle and exits with 1.  What is timed is from text
// to counts and first solutions, in processor time of the thread.  Ratios are to the fastest peer.
#include <dlfcn.h>
#include <time.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <functional>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

#include "bitboard/lanes.hpp"
#include "bitboard/single.hpp"

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
  std::size_t limit = 2, rounds = 7, most = 20000, mutations = 0;
  std::vector<Contestant> contestants;
  std::vector<std::string> files;
};

constexpr std::size_t kStride = kCells + 1;  // a puzzle and the end of its line

double processor_seconds() {
  timespec time;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

Contestant ours(Width width) {
  return {std::string(name(width)), false,
          [width](const std::string& text, std::size_t n, std::size_t limit) {
            Answer answer{std::vector<std::int64_t>(n), std::vector<std::uint8_t>(kCells * n)};
            Watch watch;
            const Effort effort = search_lanes({text.data(), Notation::kText, kStride, n},
                                               {limit, 1, width}, watch,
                                               {answer.counts.data(), answer.solutions.data()});
            answer.guesses = static_cast<double>(effort.guesses);
            return answer;
          },
          {}};
}

Contestant peer(const std::string& place) {
  using Solve = std::size_t (*)(const char*, std::size_t, std::uint32_t, char*, std::size_t*);
  const auto colon = place.rfind(':');
  if (colon == std::string::npos) throw std::invalid_argument("expected LIB:NAME, got " + place);
  void* library = dlopen(place.substr(0, colon).c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) throw std::invalid_argument(dlerror());
  const auto solve = reinterpret_cast<Solve>(dlsym(library, place.substr(colon + 1).c_str()));
  if (solve == nullptr) throw std::invalid_argument(dlerror());
  return {place.substr(place.rfind('/', colon) + 1), true,
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
  std::ifstream file(path);
  if (!file) throw std::invalid_argument("cannot read " + path);
  std::vector<std::string> all;
  for (std::string line; std::getline(file, line);) {
    line.resize(std::min<std::size_t>(line.size(), kCells));
    std::replace(line.begin(), line.end(), '0', '.');
    if (line.size() < kCells || line.find_first_not_of(".123456789") != std::string::npos) continue;
    all.push_back(line + "\n");
  }
  if (all.empty()) throw std::invalid_argument("no puzzle of 81 characters in " + path);
  std::string text;
  const std::size_t n = std::min(most, all.size());
  for (std::size_t i = 0; i < n; ++i) text += all[i * all.size() / n];
  return text;
}

void same(const Contestant& contestant, const Answer& answer, const Answer& expected,
          const std::string& text) {
  auto at = std::mismatch(answer.counts.begin(), answer.counts.end(), expected.counts.begin()).first;
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

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

void compare(const std::string& path, Options& options) {
  const std::string text = text_of(path, options.most);
  const std::size_t n = text.size() / kStride;
  for (auto& contestant : options.contestants) contestant.seconds.clear();
  Answer expected;
  for (std::size_t round = 0; round < options.rounds; ++round) {
    for (std::size_t k = 0; k < options.contestants.size(); ++k) {
      auto& contestant = options.contestants[(k + round) % options.contestants.size()];
      const double start = processor_seconds();
      Answer answer = contestant.answer(text, n, options.limit);
      contestant.seconds.push_back(processor_seconds() - start);
      contestant.guesses = answer.guesses;
      if (expected.counts.empty() || expected.solutions.empty()) {
        if (!expected.counts.empty()) same(contestant, answer, expected, text);
        expected = std::move(answer);
      } else {
        same(contestant, answer, expected, text);
      }
    }
  }
  double best = 0;
  for (const auto& contestant : options.contestants) {
    const double seconds = median(contestant.seconds);
    if (contestant.peer && (best == 0 || seconds < best)) best = seconds;
  }
  std::printf("%s: %zu puzzles, limit %zu\n", path.substr(path.rfind('/') + 1).c_str(), n,
              options.limit);
  for (const auto& contestant : options.contestants) {
    const double seconds = median(contestant.seconds), puzzles = static_cast<double>(n);
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

Options options_of(const std::vector<std::string>& arguments) {
  Options options;
  std::vector<std::string> wanted;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string& one = arguments[i];
    if (!one.starts_with("--")) {
      options.files.push_back(one);
      continue;
    }
    if (i + 1 == arguments.size()) throw std::invalid_argument(one + " needs a value");
    const std::string& value = arguments[++i];
    if (one == "--limit") {
      options.limit = std::stoul(value);
    } else if (one == "--rounds") {
      options.rounds = std::stoul(value);
    } else if (one == "--most") {
      options.most = std::stoul(value);
    } else if (one == "--mutations") {
      options.mutations = std::stoul(value);
    } else if (one == "--width") {
      wanted.push_back(value);
    } else if (one == "--peer") {
      options.contestants.push_back(peer(value));
    } else {
      throw std::invalid_argument("there is no option " + one);
    }
  }
  for (const Width width : widths()) {
    const bool asked = std::find(wanted.begin(), wanted.end(), name(width)) != wanted.end();
    if (wanted.empty() || asked) options.contestants.push_back(ours(width));
  }
  if (options.files.empty()) throw std::invalid_argument("expected files of puzzles");
  if (options.rounds == 0 || options.limit == 0 || options.most == 0) {
    throw std::invalid_argument("--limit, --rounds and --most must be at least 1");
  }
  return options;
}

}  // namespace

int main(int argc, char** argv) try {
  Options options = options_of({argv + 1, argv + argc});
  if (options.mutations > 0) {
    check_mutations(options);
  } else {
    for (const auto& file : options.files) compare(file, options);
  }
} catch (const std::exception& error) {
  std::fprintf(stderr, "bench_many_puzzles: %s\n", error.what());
  return 1;
}
