// Places that touch, for sets of places at once.
#pragma once

#include <utility>

#include "core/bit_set.hpp"

namespace cpsudoku::fd {

using Place = std::uint32_t;

// The neighbours of all places at once: those that lie as far apart are one shift of bits.
template <int W>
class Graph {
 public:
  explicit Graph(const std::vector<std::vector<Place>>& neighbours) {
    for (Place place = 0; place < neighbours.size(); ++place) {
      for (const Place other : neighbours[place]) {
        if (other <= place) continue;
        if (other - place < 64) {
          shift(other - place).from.set(place);
        } else {
          far_.emplace_back(place, other);
        }
      }
    }
  }

  BitSet<W> beside(const BitSet<W>& places) const {
    BitSet<W> found;
    for (const Shift& one : shifts_) {
      found |= (places & one.from).up(one.by) | (places.down(one.by) & one.from);
    }
    for (const auto& [one, other] : far_) {
      if (places.has(one)) found.set(other);
      if (places.has(other)) found.set(one);
    }
    return found;
  }

  // All that is reached from places within others.
  BitSet<W> flood(BitSet<W> from, const BitSet<W>& within) const {
    for (BitSet<W> before; from != before;) {
      before = from;
      from |= beside(from) & within;
    }
    return from;
  }

  // Whether places, one at least, are reached from each other within others.
  bool joins(const BitSet<W>& places, const BitSet<W>& within) const {
    if (places.none()) return false;
    BitSet<W> from = BitSet<W>::one(places.first());
    for (BitSet<W> before; from != before;) {
      before = from;
      from |= beside(from) & within;
      if (from.contains(places)) return true;
    }
    return false;
  }

 private:
  struct Shift {
    std::size_t by;  // less than 64
    BitSet<W> from;  // places that have a neighbour so far after them
  };

  Shift& shift(std::size_t by) {
    for (Shift& one : shifts_) {
      if (one.by == by) return one;
    }
    return shifts_.emplace_back(Shift{by, {}});
  }

  std::vector<Shift> shifts_;
  std::vector<std::pair<Place, Place>> far_;  // neighbours too far apart for a shift
};

}  // namespace cpsudoku::fd
