// The one face of all this for callers that do not know the width: paths, ratings, all steps.
#pragma once

#include <array>
#include <string>
#include <utility>

#include "core/watch.hpp"
#include "logic/houses.hpp"
#include "logic/step.hpp"

namespace cpsudoku::logic {

// What an order may ask of its techniques beyond their names.
struct Options {
  int uniqueness = 1;          // 0: without the techniques that suppose that there is one solution
  int rows_first = 0;          // 1: rows, columns, boxes, and house by house, as HoDoKu looks
  int overlap = 0;             // 1: almost locked sets may share cells
  int missing_candidates = 0;  // 1: a corner of a rectangle may have lost one of its two digits
  int locked_set_nodes = 0;    // 1: almost locked sets are nodes of grouped chains
  int two_candidates = 0;      // 1: empty rectangles of two candidates too
};

struct OptionName {
  const char* name;
  int Options::*member;
};

// By the names that orders use.
std::span<const OptionName> option_names();

// An order: what is looked for, in turn, and the number of each technique.
struct OrderData {
  std::vector<std::string> finders;
  std::vector<std::pair<std::string, int>> numbers;  // of techniques; 0 for others
  Options options;
};

enum class End : std::uint8_t {
  open,    // not ended yet
  solved,  // all is placed
  stuck,   // none of the techniques finds anything
  broken,  // a contradiction: the puzzle has no solution, or not only one if uniqueness was used
  limit,   // out of time, or interrupted
};
inline const char* name_of(End end) {
  static constexpr const char* kNames[] = {"open", "solved", "stuck", "broken", "limit"};
  return kNames[static_cast<std::size_t>(end)];
}

// What a path comes to; numbers are those of the order.  Where it did not come to its end they are
// lower bounds: at a limit, of the search that was under way, in orders of ascending numbers.
struct Rating {
  End end = End::open;
  int hardest = 0;       // largest number
  int technique = -1;    // of the first step with that number: index in techniques()
  bool placed = false;   // whether anything was placed; to_placement is exact then
  int to_placement = 0;  // largest number up to and with the first placement
  int first = 0;         // number of the first step
  int total = 0;         // sum of all numbers
  int steps = 0;
  std::array<std::uint64_t, 4> used{};  // the techniques on the path: a bit for each index
};

// A puzzle: for each cell its digit (0: open), its candidates (none given: all), and what it could be
// in the puzzle as given (none given: its digit, or its candidates).
struct Start {
  std::vector<std::uint8_t> digits;
  std::vector<Mask> candidates;
  std::vector<Mask> at_first;
};

// A path that is walked a step at a time.
class Path {
 public:
  virtual ~Path() = default;
  virtual const Step* next(Watch& watch) = 0;
  virtual const Rating& rating() const = 0;
};

class Engine {
 public:
  virtual ~Engine() = default;
  virtual int cells() const = 0;
  virtual int digits() const = 0;

  // Throws std::invalid_argument if there is no finder of a name; so do the others.
  virtual std::unique_ptr<Path> path(const OrderData& order, const Start& start) const = 0;

  // All that these finders find in the position, with evidence.
  virtual std::vector<Step> find_all(const OrderData& order, const Start& start,
                                     Watch& watch) const = 0;

  // Rates puzzles given by their digits, one after the other, each cells() long, into `ratings`.
  // One that the watch cut short, or its own limit of seconds, has the end `limit`.
  virtual void rate_many(const OrderData& order, std::span<const std::uint8_t> puzzles,
                         unsigned threads, Watch& watch, std::optional<double> seconds_each,
                         std::span<Rating> ratings) const = 0;

  // Walks the paths of puzzles given by their digits, one after the other, and hands each step with
  // its evidence and the number of its puzzle over; false ends that puzzle's path.
  // All ends where the watch expires.
  virtual void walk_many(const OrderData& order, std::span<const std::uint8_t> puzzles,
                         Watch& watch,
                         const std::function<bool(std::size_t, const Step&)>& take) const = 0;
};

// require: what Houses requires, and at most 640 cells.
std::unique_ptr<Engine> make_engine(int cells, int digits, const std::vector<GroupData>& groups);

inline constexpr int kMostCells = 64 * kWide;
inline constexpr int kMostDigits = 32;

}  // namespace cpsudoku::logic
