// How long does one classic puzzle take, one call after another on one thread, against other C
// solvers in the same run?
//
//     cmake -S cpsudoku/native -B build/bench -DCPSUDOKU_PYTHON=OFF -DCPSUDOKU_BENCHMARKS=ON
//     cmake --build build/bench --target bench_single_puzzle
//     build/bench/bench_single_puzzle [options] FILE...
//
//     --limit N          stop at N solutions a puzzle (2: uniqueness proved)
//     --rounds N         rounds, interleaved; the median counts (5)
//     --most N           take N puzzles of each file, evenly spread (4000)
//     --width NAME       may be repeated (all that the processor has)
//     --peer LIB:NAME    may be repeated: a shared library with a C function
//                        size_t NAME(const char *puzzle, size_t limit, uint32_t configuration,
//                                    char *solution, size_t *guesses)
//
// A file has a puzzle of 81 characters at the start of each line; other lines are passed over.
// Every solver must find the same number of solutions of each puzzle, else the program names the
// puzzle and exits with 1.  What is timed is the whole call, from the text to the first solution
// and the count, in processor time of the thread.  Ratios are to the fastest peer of the file.
#include <dlfcn.h>
#include <time.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

#include "bitboard/single.hpp"

namespace {

using namespace cpsudoku::bitboard;

struct Contestant {
  std::string name;
  bool peer;
  std::function<std::size_t(const std::string&, std::size_t)> count;
  std::vector<double> seconds;
};

struct Options {
  std::size_t limit = 2, rounds = 5, most = 4000;
  std::vector<Contestant> contestants;
  std::vector<std::string> files;
};

double processor_seconds() {
  timespec time;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

constexpr auto kMasks = [] {
  std::array<std::uint16_t, 256> masks{};
  for (auto& mask : masks) mask = kAllDigits;
  for (unsigned digit = 1; digit <= 9; ++digit) {
    masks['0' + digit] = static_cast<std::uint16_t>(1 << (digit - 1));
  }
  return masks;
}();

Contestant ours(Width width) {
  return {std::string(name(width)), false,
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
  using Solve = std::size_t (*)(const char*, std::size_t, std::uint32_t, char*, std::size_t*);
  const auto colon = place.rfind(':');
  if (colon == std::string::npos) throw std::invalid_argument("expected LIB:NAME, got " + place);
  void* library = dlopen(place.substr(0, colon).c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) throw std::invalid_argument(dlerror());
  const auto solve = reinterpret_cast<Solve>(dlsym(library, place.substr(colon + 1).c_str()));
  if (solve == nullptr) throw std::invalid_argument(dlerror());
  return {place.substr(place.rfind('/', colon) + 1), true,
          [solve](const std::string& puzzle, std::size_t limit) {
            char solution[128];
            std::size_t guesses = 0;
            return solve(puzzle.c_str(), limit, 0, solution, &guesses);
          },
          {}};
}

std::vector<std::string> puzzles_of(const std::string& path, std::size_t most) {
  std::ifstream file(path);
  if (!file) throw std::invalid_argument("cannot read " + path);
  std::vector<std::string> all, some;
  for (std::string line; std::getline(file, line);) {
    line.resize(std::min<std::size_t>(line.size(), kCells));
    std::replace(line.begin(), line.end(), '0', '.');
    if (line.size() < kCells || line.find_first_not_of(".123456789") != std::string::npos) continue;
    all.push_back(line);
  }
  const std::size_t n = std::min(most, all.size());
  for (std::size_t i = 0; i < n; ++i) some.push_back(all[i * all.size() / n]);
  return some;
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

void compare(const std::string& path, Options& options) {
  const auto puzzles = puzzles_of(path, options.most);
  if (puzzles.empty()) throw std::invalid_argument("no puzzle of 81 characters in " + path);
  std::vector<std::size_t> expected;
  for (auto& contestant : options.contestants) contestant.seconds.clear();
  for (std::size_t round = 0; round < options.rounds; ++round) {
    for (std::size_t k = 0; k < options.contestants.size(); ++k) {
      auto& contestant = options.contestants[(k + round) % options.contestants.size()];
      std::vector<std::size_t> counts(puzzles.size());
      const double start = processor_seconds();
      for (std::size_t i = 0; i < puzzles.size(); ++i) {
        counts[i] = contestant.count(puzzles[i], options.limit);
      }
      contestant.seconds.push_back(processor_seconds() - start);
      if (expected.empty()) expected = counts;
      const auto at = std::mismatch(counts.begin(), counts.end(), expected.begin());
      if (at.first != counts.end()) {
        const auto which = static_cast<std::size_t>(at.first - counts.begin());
        throw std::runtime_error(contestant.name + " disagrees on " + puzzles[which]);
      }
    }
  }
  double best = 0;
  for (const auto& contestant : options.contestants) {
    const double seconds = median(contestant.seconds);
    if (contestant.peer && (best == 0 || seconds < best)) best = seconds;
  }
  std::printf("%s: %zu puzzles, limit %zu\n", path.substr(path.rfind('/') + 1).c_str(),
              puzzles.size(), options.limit);
  for (const auto& contestant : options.contestants) {
    const double seconds = median(contestant.seconds);
    std::printf("  %-48s %9.3f us", contestant.name.c_str(),
                1e6 * seconds / static_cast<double>(puzzles.size()));
    if (best > 0) std::printf("  %6.3f of the fastest peer", seconds / best);
    std::printf("\n");
  }
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
  for (const auto& file : options.files) compare(file, options);
} catch (const std::exception& error) {
  std::fprintf(stderr, "bench_single_puzzle: %s\n", error.what());
  return 1;
}
