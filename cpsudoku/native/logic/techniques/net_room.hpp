// What follows from each node in some links, or in any number, and new links from choices and events.
//
// A choice {a, b, c} gives a link from every node that makes all but one member false to that member;
// an event, one from every node that makes all its premises false to what it eliminates.  Such links
// lengthen what is within reach, which gives more of them, and so on.  Lengths are measured on the
// net itself (waves.hpp): the reach only says where to look.
//
// The net of a position, kept from one search over it to the next, in the smallest size that it fits.
#pragma once

#include "logic/techniques/hints.hpp"
#include "logic/techniques/waves.hpp"

namespace cpsudoku::logic::inline CPSUDOKU_BOARDS {

template <int N>
class Reach {
 public:
  std::vector<Row<N>> links;  // with those that were derived
  std::vector<Row<N>> rows;   // what follows from each node

  void restart(const std::vector<Row<N>>& basic) { links = basic; }

  // What follows in at most this many links.
  void expand(int steps) {
    rows = links;
    for (int step = 1; step < steps; ++step) {
      next_.resize(rows.size());
      std::uint64_t fresh = 0;
      for (std::size_t i = 0; i < rows.size(); ++i) {
        Row<N> row = rows[i];
        links[i].each([&](int n) { row |= rows[n]; });
        for (unsigned w = 0; w < N; ++w) fresh |= row.words[w] ^ rows[i].words[w];
        next_[i] = row;
      }
      rows.swap(next_);
      if (!fresh) return;
    }
  }

  // All that follows.
  void expand() {
    rows = links;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      Row<N> done;
      done.set(static_cast<int>(i));
      Row<N> todo = rows[i] - done;
      while (todo.any()) {
        done |= todo;
        Row<N> row = rows[i];
        todo.each([&](int n) { row |= rows[n]; });
        rows[i] = row;
        todo = row - done;
      }
    }
  }

  // New links from choices of at most `most` members and events of at most `premises`; returns
  // whether there are any.
  bool derive(const Net<N>& net, std::size_t most, std::size_t premises) {
    fresh_ = false;
    transpose();
    for (const Choice& choice : net.choices) {
      if (choice.members.size() <= most) derive_choice(choice);
    }
    for (const Event& event : net.events) {
      if (event.premises.size() > 1 && event.premises.size() <= premises) derive_event(event);
    }
    return fresh_;
  }

 private:
  void transpose() {
    makers_.assign(rows.size(), Row<N>{});
    for (std::size_t i = 0; i < rows.size(); ++i) {
      rows[i].each([&](int n) {
        if (!is_true(n)) makers_[n].set(static_cast<int>(i));
      });
    }
  }
  // The nodes that make a candidate false.
  const Row<N>& makers(int candidate) const { return makers_[2 * candidate + 1]; }

  void link(int from, int to) {
    Row<N>& row = links[from];
    fresh_ = fresh_ || !row.has(to);
    row.set(to);
  }

  void derive_choice(const Choice& choice) {
    const auto size = choice.members.size();
    Row<N> members;
    for (const auto c : choice.members) members.set(2 * c);
    // Makers of all the members after each, then of all before.
    after_.resize(size + 1);
    after_[size] = {};
    for (auto& w : after_[size].words) w = ~std::uint64_t{0};
    for (std::size_t i = size; i-- > 0;) after_[i] = after_[i + 1] & makers(choice.members[i]);
    Row<N> before = after_[size];
    for (std::size_t i = 0; i < size; ++i) {
      const int to = 2 * choice.members[i];
      ((before & after_[i + 1]) - members).each([&](int from) {
        if (from < static_cast<int>(rows.size()) && !rows[from].has(to)) { link(from, to); }
      });
      before &= makers(choice.members[i]);
      if (!before.any()) return;
    }
  }

  void derive_event(const Event& event) {
    Row<N> all = makers(event.premises[0]);
    for (std::size_t i = 1; i < event.premises.size(); ++i) {
      all &= makers(event.premises[i]);
      if (!all.any()) return;
    }
    for (const auto c : event.premises) all.reset(2 * c);
    all.each([&](int from) {
      const auto& pattern = event.pattern;
      if (contains(pattern, candidate_of(from))) return;
      for (const auto c : event.gone) {
        if (2 * c + 1 != from) link(from, 2 * c + 1);
      }
    });
  }

  bool fresh_ = false;
  std::vector<Row<N>> makers_;
  std::vector<Row<N>> after_;
  std::vector<Row<N>> next_;
};

// Words of a row: hard puzzles of 9×9 have few, grids with hardly any digit many; more would take longer
// than anybody waits.
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

// Calls visit.operator()<N>(found) with the number of words that the position's nodes need, and hands
// over what it finds; there is nothing where there are too many.
template <class Visit>
bool find_in_net(Search& search, const Visit& visit) {
  auto& found = search.memory.get<Hints>();
  found.restart(search.turn, search.reached);
  int nodes = 0;
  for (Digit d = 0; d < search.houses().digits(); ++d)
    nodes += 2 * search.position.cells(d).count();
  if (nodes <= kFewWords * 64) {
    visit.template operator()<kFewWords>(found);
  } else if (nodes <= kSomeWords * 64) {
    visit.template operator()<kSomeWords>(found);
  } else if (nodes <= kManyWords * 64) {
    visit.template operator()<kManyWords>(found);
  }
  return !search.cut_short && close_hints(search, found);
}

}  // namespace cpsudoku::logic::inline CPSUDOKU_BOARDS
