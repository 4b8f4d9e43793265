// Ranks: the rows and columns of a board, read as numbers from all four sides, in their order.
//
// Each of the four sides is a list of lines, and on each just one line begins with a digit; so four
// lines begin with it, and a clue says which place among them its own line has:
//
//     digit 3   left  r5: 3 1 8 …   place 1, the clue's
//               right r2: 3 … ?     below, above?
//               top   c4: 3 … ?
//               bottom c4: no, it cannot begin with 3
//
// For each other side it is seen which of its lines may begin with the digit, and whether such a
// line can be below the clue's and whether above, digit by digit from the front: where the greatest
// digit of one is below the least of the other it is decided, where they can only be equal the next
// digit decides.  A line that can be neither loses the digit.  As many sides as the place says are
// below; when those that can only be below are this many, the others are above, and so the other way.
// A line that is known to be the one, and on which side it stands, is compared for good: at the
// first place where both are not known to be equal, its digit is not on the wrong side of the other.
//
// Clues of the same digit know of one another, for the one with the lower place is below.
#include "fd/propagators/makers.hpp"

namespace cpsudoku::fd {

namespace {

using Line = std::vector<Cell>;

Mask highest(Mask mask) { return std::bit_floor(mask); }
Mask lowest(Mask mask) { return mask & (~mask + 1); }

// Two lines read together from the front: where they may differ first, given that they are equal
// before.  A line has no digit twice, so what they have in common before cannot come again.
class Reading {
 public:
  Reading(const Line& one, const Line& other, Mask first)
      : one_(one), other_(other), used_(first) {}

  // Move to the next place that is not one cell of both; false at the end.
  bool next(const Store& store) {
    if (is_single(a_ & b_)) used_ |= a_ & b_;
    do { ++at_; } while (at_ < one_.size() && one_[at_] == other_[at_]);
    if (at_ >= one_.size()) return false;
    a_ = store[one_[at_]] & ~used_;
    b_ = store[other_[at_]] & ~used_;
    return true;
  }

  // Whether one can be below the other: here, or further on where they may be equal here.
  bool can_be_below(const Store& store, bool ties) {
    while (next(store)) {
      if (a_ == 0 || b_ == 0) return false;
      const Mask least = lowest(a_), most = highest(b_);
      if (least != most) return least < most;
    }
    return ties;
  }

  // The same of what is after this place.
  bool ahead(const Store& store, bool ties) const {
    Reading rest = *this;
    return rest.can_be_below(store, ties);
  }

  Cell first_cell() const { return one_[at_]; }
  Cell second_cell() const { return other_[at_]; }
  Mask first() const { return a_; }
  Mask second() const { return b_; }

 private:
  const Line& one_;
  const Line& other_;
  Mask used_, a_ = 0, b_ = 0;
  std::size_t at_ = 0;
};

bool can_be_below(const Store& store, const Line& one, const Line& other, Mask digit, bool ties) {
  return Reading(one, other, digit).can_be_below(store, ties);
}

// Put one line below another, as far as the first place decides where they may differ.
bool put_below(Store& store, const Line& one, const Line& other, Mask digit, bool ties) {
  Reading here(one, other, digit);
  while (here.next(store)) {
    if (here.first() == 0 || here.second() == 0) return false;
    const Mask common = here.first() & here.second();
    // What is used of several common digits is not known, so they are not followed.
    const bool may_be_equal = !is_single(common) || (common != 0 && here.ahead(store, ties));
    const Mask most = highest(here.second()), least = lowest(here.first());
    const Mask up_to = may_be_equal ? most | (most - 1) : most - 1;
    const Mask from = may_be_equal ? ~(least - 1) : ~(least | (least - 1));
    const Cell a = here.first_cell(), b = here.second_cell();
    if (!store.narrow(a, up_to) || !store.narrow(b, from)) return false;
    if (!may_be_equal || store[a] != store[b] || !store.is_fixed(a)) return true;
  }
  return ties;
}

class RanksOfDigit final : public Propagator {
 public:
  explicit RanksOfDigit(const Ranks& ranks)
      : Propagator(scope_of({ranks}), Cost::dear), ranks_(ranks), digit_(Mask{1} << ranks.digit) {
    for (const Ranks::Clue& clue : ranks.clues) {
      const Line& own = line(clue.side, clue.line);
      // The second digits decide: search that begins elsewhere takes a hundred times as long.
      if (own.size() > 1) focus_.push_back(own[1]);
    }
  }

  const std::vector<Cell>& focus() const override { return focus_; }

  bool propagate(Store& store) const override {
    for (const Ranks::Clue& clue : ranks_.clues) {
      if (!store.narrow(line(clue.side, clue.line)[0], digit_)) return false;
    }
    return all_of(ranks_.clues, [&](const Ranks::Clue& clue) { return place(store, clue); });
  }

 private:
  // How a side can stand to a clue's line.
  struct Standing {
    bool below = false, above = false;
    std::size_t lines = 0, line = 0;  // how many may begin with the digit, and one of them
  };

  const Line& line(std::size_t side, std::size_t index) const { return ranks_.sides[side][index]; }

  bool place(Store& store, const Ranks::Clue& clue) const {
    const Line& own = line(clue.side, clue.line);
    Standing standings[4];
    std::size_t below = 0, above = 0;  // sides that can be nothing else
    for (std::size_t side = 0; side < 4; ++side) {
      if (side == clue.side) continue;
      if (!look(store, clue, own, side, standings[side])) return false;
      below += !standings[side].above;
      above += !standings[side].below;
    }
    if (below > clue.place || above > 3 - clue.place) return false;
    for (std::size_t side = 0; side < 4; ++side) {
      Standing& standing = standings[side];
      if (side == clue.side) continue;
      if (standing.below && standing.above) {
        if (below == clue.place)
          standing.below = false;
        else if (above == 3 - clue.place)
          standing.above = false;
        else
          continue;
      }
      if (!settle(store, clue, own, side, standing)) return false;
    }
    return true;
  }

  bool look(Store& store, const Ranks::Clue& clue, const Line& own, std::size_t side,
            Standing& standing) const {
    for (std::size_t i = 0; i < ranks_.sides[side].size(); ++i) {
      const Line& other = line(side, i);
      if ((store[other[0]] & digit_) == 0) continue;
      const bool below =
          may_be_below(side, i, clue) && can_be_below(store, other, own, digit_, clue.ties);
      const bool above =
          may_be_above(side, i, clue) && can_be_below(store, own, other, digit_, clue.ties);
      if (!below && !above) {
        if (!store.narrow(other[0], ~digit_)) return false;
        continue;
      }
      standing.below |= below;
      standing.above |= above;
      ++standing.lines;
      standing.line = i;
    }
    return standing.lines > 0;
  }

  // What the other clues say of a line.
  bool may_be_below(std::size_t side, std::size_t index, const Ranks::Clue& clue) const {
    const Ranks::Clue* other = clue_of(side, index);
    return other == nullptr || other->place <= clue.place;
  }
  bool may_be_above(std::size_t side, std::size_t index, const Ranks::Clue& clue) const {
    const Ranks::Clue* other = clue_of(side, index);
    return other == nullptr || other->place >= clue.place;
  }
  const Ranks::Clue* clue_of(std::size_t side, std::size_t index) const {
    for (const Ranks::Clue& clue : ranks_.clues) {
      if (clue.side == side && clue.line == index) return &clue;
    }
    return nullptr;
  }

  // The side is below, or above: lines that cannot be go, and if one is left it is compared.
  bool settle(Store& store, const Ranks::Clue& clue, const Line& own, std::size_t side,
              const Standing& standing) const {
    if (standing.lines == 1) {
      const Line& other = line(side, standing.line);
      return store.narrow(other[0], digit_) &&
             (standing.below ? put_below(store, other, own, digit_, clue.ties)
                             : put_below(store, own, other, digit_, clue.ties));
    }
    for (const Line& other : ranks_.sides[side]) {
      if ((store[other[0]] & digit_) == 0) continue;
      const bool possible = standing.below ? can_be_below(store, other, own, digit_, clue.ties)
                                           : can_be_below(store, own, other, digit_, clue.ties);
      if (!possible && !store.narrow(other[0], ~digit_)) return false;
    }
    return true;
  }

  Ranks ranks_;
  Mask digit_;
  std::vector<Cell> focus_;
};

}  // namespace

std::unique_ptr<Propagator> make(const Ranks& ranks) {
  return std::make_unique<RanksOfDigit>(ranks);
}

}  // namespace cpsudoku::fd
