// The net of a position, kept from one search over it to the next, in the smallest size that it fits.
#pragma once

#include "logic/techniques/reach.hpp"

namespace cpsudoku::logic {

inline constexpr int kMostNodes = 24 * 64;  // more would take longer than anybody waits

template <int N>
struct NetRoom {
  std::uint64_t turn = 0;
  std::uint64_t events_turn = 0;
  Net<N> net;
  Reach<N> reach;

  // Those of simple techniques, once for each position.
  template <int W>
  void add_events(const Position<W>& position) {
    if (events_turn != turn) net.add_events(position);
    events_turn = turn;
  }
};

// All links and choices of the position.
template <int W, int N>
NetRoom<N>& net_room(Search<W>& search) {
  auto& room = search.memory.template get<NetRoom<N>>();
  if (room.turn != search.turn) {
    room.turn = search.turn;
    room.net.build(search.position, search.houses().all_digits(), kAllLinks, true);
  }
  return room;
}

// Calls visit.operator()<N>() with the number of words that the position's nodes need; does nothing
// where there are too many.
template <int W, class Visit>
void with_room(const Position<W>& position, const Visit& visit) {
  int nodes = 0;
  for (Digit d = 0; d < position.houses().digits(); ++d) nodes += 2 * position.cells(d).count();
  if constexpr (W == kNarrow) {
    if (nodes <= 384) return visit.template operator()<6>();
    if (nodes <= 640) return visit.template operator()<10>();
  }
  if (nodes <= kMostNodes) visit.template operator()<24>();
}

}  // namespace cpsudoku::logic
