// Random final grids for any rules, the same on every machine.
//
// The grid is filled by depth-first search: in the cell with the fewest candidates (the first of
// them in reading order) one of its candidates is tried, each equally likely, and what follows by
// naked and hidden singles is filled in.  After too many dead ends the search starts over with
// twice the patience.  cpsudoku/generation/filling.py says more of the method.  The tests hold it
// against a twin in Python (tests/plain_grids.py): both draw the same grids from the same random
// numbers, because what follows from a choice does not depend on the order in which it is found.
//
// Layout.  A state is one flat piece of memory, copied at each choice:
//
//     masks    for each cell its candidates, bit d−1 for digit d
//     places   for each house and digit one word:   │ how many cells can have it │ sum of the cells │
//                                                    31                        24                  0
//
// so that taking a digit from a cell is one subtraction for each house of the cell, and when one
// place is left the sum *is* the cell: a hidden single is found without looking for it.
//
// Worked example, 4×4: in row 1 (cells 0 … 3) digit 2 has the word 4·2^24 + 0+1+2+3.  When cells
// 0, 1 and 3 have lost it, the word is 1·2^24 + 2: its place is cell 2.
#pragma once

#include "core/randomness.hpp"
#include "propagation/singles.hpp"
#include "core/watch.hpp"

namespace cpsudoku::generation {

using propagation::Layout;

inline constexpr int kFirstPatience = 32;  // dead ends after which the first search starts over
inline constexpr std::int64_t kEndlessPatience = std::int64_t{1} << 62;

enum class Filled { done, none, expired, given_up };

// Fills grids for one set of rules with up to 64 digits; belongs to one thread.
template <class Mask>
class Filler {
 public:
  // Require: the layout has no more digits than Mask has bits.
  explicit Filler(std::shared_ptr<const Layout> layout);

  // Draws a grid that agrees with the candidates, of each cell a mask.  `none`: no such
  // grid exists; `given_up`: a search was to have more than `most` dead ends.  Require: candidates
  // and grid have as many cells as the layout; `first`, the dead ends of the first, is positive.
  Filled fill(std::span<const std::uint64_t> candidates, Randomness& chance, Watch& watch,
              std::span<std::uint8_t> grid, std::int64_t most = kEndlessPatience,
              std::int64_t first = kFirstPatience);

  // What is left of the candidates after all singles; false if they contradict each other.
  bool follow(std::span<const std::uint64_t> candidates, std::span<std::uint64_t> left);

  // Number of choices that a search for all solutions makes which takes the lowest candidate first:
  // 0 where singles show that there is one solution, or none.  Stops at `most`,
  // and where the watch expires.
  std::uint64_t choices(std::span<const std::uint64_t> candidates, std::uint64_t most,
                        Watch& watch);

 private:
  struct State {
    std::vector<Mask> masks;
    std::vector<std::uint32_t> places;
  };
  struct Parent {
    State state;
    std::uint32_t cell;
    Mask digit;
  };

  bool restrict(std::span<const std::uint64_t> candidates);
  bool remove(std::uint32_t cell, Mask digits);
  bool follow();
  bool take(std::uint32_t cell, Mask digits);
  std::int64_t choice() const;
  void push(std::uint32_t cell, Mask digit);
  Parent& pop();

  std::shared_ptr<const Layout> layout_;
  State state_, empty_, restricted_;
  std::vector<Parent> parents_;
  std::size_t depth_ = 0;
  std::vector<std::uint32_t> naked_;   // cells that came down to one candidate
  std::vector<std::uint32_t> hidden_;  // words of `places` that came down to one place
};

extern template class Filler<std::uint16_t>;
extern template class Filler<std::uint64_t>;

}  // namespace cpsudoku::generation
