// The search of single.hpp, written once over `Words`: the words of one plane, for two nodes.
//
// Each width includes its `Words` and then this file into a translation unit of its own, and
// exports `advance`.  Everything else is in an unnamed namespace, and nothing comes from the
// standard library's templates, so that no function built for a newer processor can be linked in
// place of one for an older.
#pragma once

#include "bitboard/single/state.hpp"

namespace cpsudoku::bitboard {
namespace {

constexpr std::uint16_t kDigits = 0x1ff;
constexpr std::uint16_t kNoKey = 0x7fff;  // greater, as a signed number, than any key

struct Three {  // of the three cells of a triad, or the three triads of a box
  Words a, b, c;
};
struct Planes {  // the three rows of the boxes
  Three a, b, c;
};

template <class Function>
CPSUDOKU_INLINE Three each(Three t, Function f) {
  return {f(t.a), f(t.b), f(t.c)};
}
CPSUDOKU_INLINE Words any_of(Three t) { return any_of(t.a, t.b, t.c); }
CPSUDOKU_INLINE Words any_of(Planes p) { return any_of(any_of(p.a), any_of(p.b), any_of(p.c)); }

CPSUDOKU_INLINE Three row_triads(const Planes& p) {
  return {any_of(p.a), any_of(p.b), any_of(p.c)};
}
CPSUDOKU_INLINE Three column_triads(const Planes& p) {
  return {any_of(p.a.a, p.b.a, p.c.a), any_of(p.a.b, p.b.b, p.c.b), any_of(p.a.c, p.b.c, p.c.c)};
}

// The triads of one direction in a box, in the next box of its band or stack, and in the last one.
struct Chute {
  Three own, next, last;
};
CPSUDOKU_INLINE Chute band_of(Three own) {
  return {own, each(own, [](Words w) { return next_stack(w); }),
          each(own, [](Words w) { return last_stack(w); })};
}
CPSUDOKU_INLINE Chute stack_of(Three own) {
  return {own, each(own, [](Words w) { return next_band(w); }),
          each(own, [](Words w) { return last_band(w); })};
}

// Rule 1.
CPSUDOKU_INLINE Three filled(Three t, Words& over) {
  return {filled(t.a, without(t.a, t.b, t.c), over), filled(t.b, without(t.b, t.a, t.c), over),
          filled(t.c, without(t.c, t.a, t.b), over)};
}

// Rule 2: what the triads of a box may have, seen from the two other boxes.
CPSUDOKU_INLINE Three matched(const Chute& t) {
  const Three &p = t.next, &q = t.last;
  return {t.own.a & or_and(p.b & q.c, p.c, q.b), t.own.b & or_and(p.a & q.c, p.c, q.a),
          t.own.c & or_and(p.a & q.b, p.b, q.a)};
}

CPSUDOKU_INLINE Three limited(Three cells, Words row, Three columns) {
  return {all_of(cells.a, row, columns.a), all_of(cells.b, row, columns.b),
          all_of(cells.c, row, columns.c)};
}
CPSUDOKU_INLINE Three narrowed(Three cells, Words hidden) {
  return {narrowed(cells.a, hidden), narrowed(cells.b, hidden), narrowed(cells.c, hidden)};
}
CPSUDOKU_INLINE Three if_single(Three cells, Three less) {
  return {if_single(cells.a, less.a), if_single(cells.b, less.b), if_single(cells.c, less.c)};
}
CPSUDOKU_INLINE Three strike(Three cells, Words gone, Three kept) {
  return {strike(cells.a, gone, kept.a), strike(cells.b, gone, kept.b),
          strike(cells.c, gone, kept.c)};
}
// Applies the four rules once and returns words that are not zero where a node is contradictory: a
// triad with four digits of its own, a digit without a place in a box, a cell without a digit.

CPSUDOKU_INLINE Words round(Planes& p) {
  Words over = all(0);
  const Three rows = matched(band_of(filled(row_triads(p), over)));
  const Three columns = matched(stack_of(filled(column_triads(p), over)));
  p = {limited(p.a, rows.a, columns), limited(p.b, rows.b, columns), limited(p.c, rows.c, columns)};

  const Three any = row_triads(p);
  const Words missing = any_of(any) ^ all(kDigits);
  p = {narrowed(p.a, without(one_of(p.a.a, p.a.b, p.a.c), any.b, any.c)),
       narrowed(p.b, without(one_of(p.b.a, p.b.b, p.b.c), any.a, any.c)),
       narrowed(p.c, without(one_of(p.c.a, p.c.b, p.c.c), any.a, any.b))};

  const auto minus = [](Words w) { return minus_one(w); };
  const Planes less = {each(p.a, minus), each(p.b, minus), each(p.c, minus)};
  const Planes alone = {if_single(p.a, less.a), if_single(p.b, less.b), if_single(p.c, less.c)};
  const Words gone = any_of(alone);
  p = {strike(p.a, gone, alone.a), strike(p.b, gone, alone.b), strike(p.c, gone, alone.c)};
  // An empty cell less one is the only word that reaches the sign bit.
  return any_of(missing, over, any_of(less) & all(0x8000));
}

// Words that are not zero where a box has a digit only in two cells.  A round leaves both cells as
// they are, so that nothing shows it before a branch on that very digit.  In givens it has to be
// looked for; within a search it hardly occurs.

CPSUDOKU_INLINE Words twice(const Planes& p) {
  const auto minus = [](Words w) { return minus_one(w); };
  const Three x = if_single(p.a, each(p.a, minus)), y = if_single(p.b, each(p.b, minus)),
              z = if_single(p.c, each(p.c, minus));
  const Words within = any_of(two_of(x.a, x.b, x.c), two_of(y.a, y.b, y.c), two_of(z.a, z.b, z.c));
  return within | two_of(any_of(x), any_of(y), any_of(z));
}

// Where the band that is branched on has at least this many configurations (9 is a solved one, 54 an
// empty one), a single round has to do before the next branch.  In loose puzzles little follows
// from a branch, and the round that only finds that nothing has changed is the dearer part.

constexpr int kLoose = 18;

struct Propagated {
  unsigned live;  // the nodes that are not contradictory
  bool settled;   // whether these are at their fixpoint
};

CPSUDOKU_INLINE Words sum(Three t) { return t.a + t.b + t.c; }

// Applies rounds until no node of `live` changes, or just once.
//
// As a word can only lose bits, the sum of a box's words, at most 9 · 511, says whether one of them
// did.

CPSUDOKU_INLINE Propagated propagated(Planes& p, unsigned live, bool once) {
  Words before = sum(p.a) + sum(p.b) + sum(p.c);
  for (;;) {
    live &= ~nodes_with_any(round(p));
    const Words after = sum(p.a) + sum(p.b) + sum(p.c);
    if ((live & nodes_with_any(before ^ after)) == 0) return {live, true};
    if (once) return {live, false};
    before = after;
  }
}

// A possible branch for each box in one direction.
struct Branch {
  Words key;     // the smaller the better; kNoKey if there is none
  Words digit;   // the digit to confine to one triad of the box
  Three placed;  // the digit at the triad that node A confines it to, 0 at the others
};

constexpr int kTieBits = 6;
constexpr std::uint16_t kDear = 1 << (kTieBits - 1);  // ties are below that

// Branches on the bands (or stacks) of the boxes' triads; `tie` distinguishes the boxes.
CPSUDOKU_INLINE Branch branch_of(const Chute& t, Words tie) {
  // The six configurations, by the triads of this box, the next and the last.
  const Words a1 = all_of(t.own.a, t.next.b, t.last.c), a2 = all_of(t.own.a, t.next.c, t.last.b);
  const Words b1 = all_of(t.own.b, t.next.c, t.last.a), b2 = all_of(t.own.b, t.next.a, t.last.c);
  const Words c1 = all_of(t.own.c, t.next.a, t.last.b), c2 = all_of(t.own.c, t.next.b, t.last.a);

  // How many of them each digit has: a bit-sliced adder.
  const Words sum1 = parity(a1, b1, c1), carry1 = two_of(a1, b1, c1);
  const Words sum2 = parity(a2, b2, c2), carry2 = two_of(a2, b2, c2);
  const Words carry = sum1 & sum2;
  const Words ones = sum1 ^ sum2;
  const Words twos = parity(carry1, carry2, carry), fours = two_of(carry1, carry2, carry);
  const Words total =
      count_bits(ones) + shifted<1>(count_bits(twos)) + shifted<2>(count_bits(fours));

  const Words a = a1 | a2, b = b1 | b2, c = c1 | c2;
  const Words open = two_of(a, b, c);  // digits that are in several triads of this very box
  const Words two = without(twos, ones, fours) & open, three = all_of(ones, twos, open);
  const Words best = first_nonzero(first_nonzero(two, three), open);
  const Words digit = without(best, minus_one(best));  // its lowest

  const Words key = shifted<kTieBits>(total) | tie;
  const Words none = where_equal(open, all(0), all(kNoKey));
  // Of the boxes of a band one that can split such a digit as well as possible: 1 % fewer branches.
  const Words dear = where_equal(two, all(0), all(kDear));
  return {any_of(key, none, dear), digit, {digit & a, without(digit & b, a), all(0)}};
}

constexpr int configurations_key(int total) { return total << kTieBits; }

// The words' boxes, numbered apart for both directions; padding is never chosen.
// clang-format off: the keys of a row of bands stand together
alignas(64) constexpr std::uint16_t kTies[2][kStride] = {
    {0, 1, 2, kNoKey, 0, 1, 2, kNoKey, 3, 4, 5, kNoKey, 3, 4, 5, kNoKey,
     6, 7, 8, kNoKey, 6, 7, 8, kNoKey, kNoKey, kNoKey, kNoKey, kNoKey, kNoKey, kNoKey, kNoKey, kNoKey},
    {9, 10, 11, kNoKey, 9, 10, 11, kNoKey, 12, 13, 14, kNoKey, 12, 13, 14, kNoKey,
     15, 16, 17, kNoKey, 15, 16, 17, kNoKey, kNoKey, kNoKey, kNoKey, kNoKey, kNoKey, kNoKey, kNoKey, kNoKey}};
// clang-format on

struct Choice {
  Branch row, column;
  Words key;  // the best of each node, in all its words
};

CPSUDOKU_INLINE Choice choice_of(const Planes& p) {
  const Branch row = branch_of(band_of(row_triads(p)), load(kTies[0]));
  const Branch column = branch_of(stack_of(column_triads(p)), load(kTies[1]));
  return {row, column, smallest(smaller(row.key, column.key))};
}

template <int Half>
CPSUDOKU_INLINE Three doubled(const Three& t) {
  return each(t, [](Words w) { return doubled<Half>(w); });
}
template <int Half>
CPSUDOKU_INLINE Branch doubled(const Branch& b) {
  return {doubled<Half>(b.key), doubled<Half>(b.digit), doubled<Half>(b.placed)};
}
template <int Half>
CPSUDOKU_INLINE void double_both(Planes& p, Choice& c) {
  p = {doubled<Half>(p.a), doubled<Half>(p.b), doubled<Half>(p.c)};
  c = {doubled<Half>(c.row), doubled<Half>(c.column), doubled<Half>(c.key)};
}

// What the chosen branch takes from the three triads: in node A the digit from all but one, in node
// B from that one.
CPSUDOKU_INLINE Three taken(const Branch& b, Words chosen) {
  return each(b.placed, [&](Words placed) {
    return where_equal(b.key, chosen, by_node(without(b.digit, placed), placed));
  });
}
CPSUDOKU_INLINE Three less(Three cells, Words row, Three columns) {
  return {without(cells.a, row, columns.a), without(cells.b, row, columns.b),
          without(cells.c, row, columns.c)};
}
// Require: both nodes are the same, and open.
CPSUDOKU_INLINE void branch(Planes& p, const Choice& c) {
  const Three rows = taken(c.row, c.key), columns = taken(c.column, c.key);
  p = {less(p.a, rows.a, columns), less(p.b, rows.b, columns), less(p.c, rows.c, columns)};
}

CPSUDOKU_INLINE Planes load(const Node& node) {
  const auto& w = node.planes;
  return {{load(w[0]), load(w[1]), load(w[2])},
          {load(w[3]), load(w[4]), load(w[5])},
          {load(w[6]), load(w[7]), load(w[8])}};
}
CPSUDOKU_INLINE void store(Node& node, const Planes& p) {
  auto& w = node.planes;
  store(w[0], p.a.a), store(w[1], p.a.b), store(w[2], p.a.c);
  store(w[3], p.b.a), store(w[4], p.b.b), store(w[5], p.b.c);
  store(w[6], p.c.a), store(w[7], p.c.b), store(w[8], p.c.c);
}
CPSUDOKU_INLINE Planes load_root(const SearchState& state) {
  const Root root(state.root);
  return {{root.plane<0>(), root.plane<1>(), root.plane<2>()},
          {root.plane<3>(), root.plane<4>(), root.plane<5>()},
          {root.plane<6>(), root.plane<7>(), root.plane<8>()}};
}
CPSUDOKU_INLINE void wait(SearchState& state, const Planes& p, int half) {
  store(state.waiting[state.depth], p);
  state.half[state.depth++] = static_cast<std::uint8_t>(half);
}

// Writes the grid of a solved node.
inline void write_grid(const Planes& p, int half, std::uint8_t* grid) {
  const auto digit = [](Words w) { return count_bits(minus_one(w)) + all(1); };
  Node digits;
  store(digits, {each(p.a, digit), each(p.b, digit), each(p.c, digit)});
  each_cell([&](int plane, int word) {
    *grid++ = static_cast<std::uint8_t>(digits.planes[plane][word + 4 * half]);
  });
}

// One call of `advance`: counts solutions, keeps those that there is room for, and one to spare.
class Found {
 public:
  Found(SearchState& state, std::uint64_t limit, std::uint8_t (*grids)[81], std::size_t room)
      : state_(state), limit_(limit), grids_(grids), room_(room) {
    if (limit > 0 && state.has_spare) {
      state.has_spare = false;
      if (room > 0) __builtin_memcpy(grids[0], state.spare, sizeof state.spare);
      count_ = 1;
    }
  }
  std::uint64_t count() const { return count_; }
  bool enough() const { return count_ >= limit_; }
  void add(const Planes& p, int half) {
    if (enough()) {
      write_grid(p, half, state_.spare);
      state_.has_spare = true;
      return;
    }
    if (count_ < room_) write_grid(p, half, grids_[count_]);
    ++count_;
  }

 private:
  SearchState& state_;
  std::uint64_t limit_, count_ = 0;
  std::uint8_t (*grids_)[81];
  std::size_t room_;
};

inline std::uint64_t advance(SearchState& state, std::uint64_t limit, std::uint64_t budget,
                             std::uint8_t (*grids)[81], std::size_t room) {
  Found found(state, limit, grids, room);
  if (found.enough() || none_left(state)) return found.count();
  const std::uint64_t first_branch = state.branches;

  Planes p;
  Propagated now;
  if (state.fresh) {
    state.fresh = false;
    p = load_root(state);
    now = propagated(p, 1, false);
    now.live &= ~nodes_with_any(twice(p));
  } else {
    p = load(state.waiting[--state.depth]);
    now = {1u << state.half[state.depth], false};
  }
  for (;;) {
    Choice choice = choice_of(p);
    const unsigned live = now.live;
    const unsigned open = live & nodes_with_any(choice.key ^ all(kNoKey));
    if (!now.settled && open != live) {
      // Without a branch a node is solved, but only if nothing more follows.
      now = propagated(p, live, false);
      continue;
    }
    for (int half = 0; half < 2; ++half) {
      if ((live & ~open & (1u << half)) != 0) found.add(p, half);
    }
    if (found.enough() || state.branches - first_branch >= budget) {
      if ((open & 2) != 0) wait(state, p, 1);
      if ((open & 1) != 0) wait(state, p, 0);
      return found.count();
    }
    if (open == 0) {
      if (state.depth == 0) return found.count();
      p = load(state.waiting[--state.depth]);
      now = {1u << state.half[state.depth], false};
      continue;
    }
    if (open == 3) wait(state, p, 1);
    if ((open & 1) != 0) {
      double_both<0>(p, choice);
    } else {
      double_both<1>(p, choice);
    }
    const bool loose = first_word(choice.key) >= configurations_key(kLoose);
    branch(p, choice);
    ++state.branches;
    now = propagated(p, 3, loose);
  }
}

}  // namespace
}  // namespace cpsudoku::bitboard
