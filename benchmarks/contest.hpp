// What the benchmarks of the cores share: arguments, puzzles, peers, time.
//
//     bench_… [options] FILE...
//
//     --limit N        stop at N solutions a puzzle (2: uniqueness proved)
//     --rounds N       rounds, interleaved; the median counts
//     --most N         take N puzzles of each file, evenly spread
//     --peer LIB:NAME  may be repeated: a shared library with a C function
//                      size_t NAME(const char *puzzle, size_t limit, uint32_t configuration,
//                                  char *solution, size_t *guesses)
//
// A file has a puzzle of 81 characters at the start of each line; other lines are passed over.
#pragma once

#include <dlfcn.h>
#include <time.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

#include "bitboard/width.hpp"

namespace contest {

struct Arguments {
  std::map<std::string, std::size_t> numbers;             // options with a number, by name
  std::map<std::string, std::vector<std::string>> words;  // options that may be repeated, by name
  std::vector<std::string> files{};
};

// Reads arguments; `known` has every option that there is, with its number where it is not given.
// Throws std::invalid_argument.  Of all numbers only --mutations may be 0.
inline Arguments arguments(int argc, char** argv, Arguments known) {
  for (int i = 1; i < argc; ++i) {
    const std::string one = argv[i];
    if (!one.starts_with("--")) {
      known.files.push_back(one);
      continue;
    }
    const auto number = known.numbers.find(one);
    const auto word = known.words.find(one);
    if (number == known.numbers.end() && word == known.words.end()) {
      throw std::invalid_argument("there is no option " + one);
    }
    if (++i == argc) throw std::invalid_argument(one + " needs a value");
    if (word != known.words.end()) {
      word->second.push_back(argv[i]);
    } else {
      number->second = std::stoul(argv[i]);
    }
  }
  if (known.files.empty()) throw std::invalid_argument("expected files of puzzles");
  for (const auto& [name, value] : known.numbers) {
    if (value == 0 && name != "--mutations") {
      throw std::invalid_argument(name + " must be at least 1");
    }
  }
  return known;
}

// The widths that are asked for; all that the processor has if none is.
inline std::vector<cpsudoku::bitboard::Width> widths(const std::vector<std::string>& wanted) {
  std::vector<cpsudoku::bitboard::Width> found;
  for (const auto width : cpsudoku::bitboard::widths()) {
    const bool asked = std::find(wanted.begin(), wanted.end(), name(width)) != wanted.end();
    if (wanted.empty() || asked) found.push_back(width);
  }
  return found;
}

// Puzzles of 81 characters with dots for blanks; at least one.
inline std::vector<std::string> puzzles_of(const std::string& path, std::size_t most) {
  constexpr std::size_t kCells = 81;
  std::ifstream file(path);
  if (!file) throw std::invalid_argument("cannot read " + path);
  std::vector<std::string> all, some;
  for (std::string line; std::getline(file, line);) {
    line.resize(std::min(line.size(), kCells));
    std::replace(line.begin(), line.end(), '0', '.');
    if (line.size() < kCells || line.find_first_not_of(".123456789") != std::string::npos) continue;
    all.push_back(line);
  }
  if (all.empty()) throw std::invalid_argument("no puzzle of 81 characters in " + path);
  const std::size_t n = std::min(most, all.size());
  for (std::size_t i = 0; i < n; ++i) some.push_back(all[i * all.size() / n]);
  return some;
}

inline std::string last_part(const std::string& path) { return path.substr(path.rfind('/') + 1); }

using PeerSolve = std::size_t (*)(const char*, std::size_t, std::uint32_t, char*, std::size_t*);

// The function of a LIB:NAME.
inline PeerSolve peer(const std::string& place) {
  const auto colon = place.rfind(':');
  if (colon == std::string::npos) throw std::invalid_argument("expected LIB:NAME, got " + place);
  void* library = dlopen(place.substr(0, colon).c_str(), RTLD_NOW | RTLD_LOCAL);
  void* symbol = library ? dlsym(library, place.substr(colon + 1).c_str()) : nullptr;
  if (symbol == nullptr) throw std::invalid_argument(dlerror());
  return reinterpret_cast<PeerSolve>(symbol);
}

inline double processor_seconds() {
  timespec time;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

inline double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

// The median time of the fastest peer, 0 if there is none.
template <class Contestant>
double fastest_peer(const std::vector<Contestant>& contestants) {
  double best = 0;
  for (const auto& contestant : contestants) {
    const double seconds = median(contestant.seconds);
    if (contestant.peer && (best == 0 || seconds < best)) best = seconds;
  }
  return best;
}

}  // namespace contest
