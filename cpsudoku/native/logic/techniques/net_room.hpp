// The net of a position, kept from one search over it to the next, in the smallest size that it fits.
#pragma once

#include "logic/techniques/reach.hpp"

namespace cpsudoku::logic::inline CPSUDOKU_BOARDS {

// Words of a row: hard puzzles of 9×9 have few, grids with hardly any digit many, for which the nets are
// compiled in a unit of their own; more would take longer than anybody waits.
inline constexpr int kFewWords = 6, kSomeWords = 10, kManyWords = 24;

template <int N>
struct NetRoom {
  std::uint64_t turn = 0;
  std::uint64_t events_turn = 0;
  Net<N> net;
  Reach<N> reach;

  // Those of simple techniques, once for each position.
  void add_events(const Position& position) {
    if (events_turn != turn) net.add_events(position);
    events_turn = turn;
  }
};

// All links and choices of the position.
template <int N>
NetRoom<N>& net_room(Search& search) {
  auto& room = search.memory.get<NetRoom<N>>();
  if (room.turn != search.turn) {
    room.turn = search.turn;
    room.net.build(search.position, search.houses().all_digits(), kAllLinks, true);
  }
  return room;
}

// Calls visit.operator()<N>() with the number of words that the position's nodes need; does nothing
// where there are too many.
template <class Visit>
void with_room(const Position& position, const Visit& visit) {
  int nodes = 0;
  for (Digit d = 0; d < position.houses().digits(); ++d) nodes += 2 * position.cells(d).count();
  if (nodes <= kFewWords * 64) return visit.template operator()<kFewWords>();
  if (nodes <= kSomeWords * 64) return visit.template operator()<kSomeWords>();
  if (nodes <= kManyWords * 64) visit.template operator()<kManyWords>();
}

}  // namespace cpsudoku::logic::inline CPSUDOKU_BOARDS
