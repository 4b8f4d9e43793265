// Walks a path: the first step in the order is applied, again and again, until all is placed or
// nothing is found.
#pragma once

#include <array>
#include <cstdint>

#include "logic/order.hpp"

namespace cpsudoku::logic {

enum class End : std::uint8_t {
  open,    // not ended yet
  solved,  // all is placed
  stuck,   // none of the techniques finds anything
  broken,  // a contradiction: the puzzle has no solution, or not only one if uniqueness was used
  limit,   // out of time, or interrupted
};

// What a path comes to; numbers are those of the order.  Where it did not come to its end they are
// lower bounds: at a limit, of the search that was under way, in orders of ascending numbers.
struct Rating {
  End end = End::open;
  int hardest = 0;         // largest number
  int technique = -1;      // of the first step with that number: index in techniques()
  bool placed = false;     // whether anything was placed; to_placement is exact then
  int to_placement = 0;    // largest number up to and with the first placement
  int first = 0;           // number of the first step
  int total = 0;           // sum of all numbers
  int steps = 0;
  std::array<std::uint64_t, 4> used{};  // the techniques on the path: a bit for each index
};

inline namespace CPSUDOKU_BOARDS {

class Walk {
 public:
  // require: both outlive the walk.
  Walk(const Houses& houses, const Order& order, bool wants_evidence)
      : position_(houses), order_(&order), sink_(wants_evidence) {}

  Position& position() { return position_; }
  // After the position has been started anew.
  void restart();

  // The next step, which has been applied; nullptr at the end.
  const Step* next(Watch& watch);
  End end() const { return rating_.end; }
  const Rating& rating() const { return rating_; }

 private:
  bool find(Watch& watch);
  void give_up(int least);
  void apply(const Step& step);
  void count(const Step& step);

  Position position_;
  const Order* order_;
  FirstStep sink_;
  Memory memory_;
  std::uint64_t turn_ = 0;
  std::vector<Candidate> gone_;
  Rating rating_;
};

// All steps of these finders in a position, in their order.  Fewer where the watch expires.
std::vector<Step> find_all(const Position& position, const Order& order, Watch& watch);


}  // namespace CPSUDOKU_BOARDS

}  // namespace cpsudoku::logic
