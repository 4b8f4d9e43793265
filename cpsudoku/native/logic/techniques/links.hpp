// Candidates as a graph: what follows from one that is true, and from one that is false.
//
// The open candidates of a position (or those of one digit) are numbered 0 … n−1 by cell and digit.
// Each has two *nodes*, 2c "it is true" and 2c+1 "it is false", and a row of bits says which nodes
// follow at once:
//
//     2a   → 2b+1    a and b exclude each other: same cell, or same digit and peers   (weak)
//     2a+1 → 2b      b is all that is left of a's cell, or of its digit in a house     (strong)
//
// so that a search by breadth is a few "or"s of rows.  Rows have 64·N bits; N is chosen to be as
// small as the position allows.  A row of the digit 4 with three candidates a, b, c in one row of the
// board, of which b and c are the only ones in a column:
//
//              a  a̅  b  b̅  c  c̅
//     2a    →  .  .  .  1  .  1
//     2b+1  →  .  .  .  .  1  .
#pragma once

#include "logic/search.hpp"

namespace cpsudoku::logic::inline CPSUDOKU_BOARDS {

template <int N>
using Row = BitSet<N>;

// The nodes that are "true" (the even ones) of each word.
inline constexpr std::uint64_t kTrueNodes = 0x5555555555555555;

inline int node(int candidate, bool truth) { return 2 * candidate + !truth; }
inline int candidate_of(int node) { return node >> 1; }
inline bool is_true(int node) { return !(node & 1); }
inline int opposite(int node) { return node ^ 1; }

// The candidates of which a row has both nodes, as true nodes.
template <int N>
Row<N> contradictions(const Row<N>& nodes) {
  Row<N> both;
  for (unsigned w = 0; w < N; ++w) {
    both.words[w] = nodes.words[w] & (nodes.words[w] >> 1) & kTrueNodes;
  }
  return both;
}

// A choice that somebody must make: all candidates of a cell, or of a digit in a house.
struct Choice {
  std::vector<std::uint16_t> members;  // candidates
  GroupId house;                       // −1: a cell
};

// Weak links in houses are always there.
enum LinkKind : unsigned { kCellWeak = 1, kCellStrong = 2, kHouseStrong = 4 };
inline constexpr unsigned kXLinks = kHouseStrong;
inline constexpr unsigned kYLinks = kCellStrong;
inline constexpr unsigned kAllLinks = kXLinks | kCellWeak | kCellStrong;

// The open candidates, numbered.
class Numbering {
 public:
  std::vector<Candidate> candidates;
  int size() const { return static_cast<int>(candidates.size()); }
  int nodes() const { return 2 * size(); }
  // −1 where it is not open.
  int number(Cell cell, Digit digit) const { return numbers_[cell * digits_ + digit]; }
  const Candidate& operator[](int candidate) const { return candidates[candidate]; }

  // Those of all digits, or of one.
  void assign(const Position& position, Mask digits);

 private:
  int digits_ = 0;
  std::vector<std::int16_t> numbers_;
};

// Pairs of candidates of which one at most is true, and one at least; those of houses perhaps again.
struct LinkedPairs {
  using Pair = std::pair<std::uint16_t, std::uint16_t>;
  std::vector<Pair> weak, strong;

  void list(const Position& position, const Numbering& numbering, Mask digits, unsigned kinds);
};

template <int N>
struct Links {
  Numbering numbering;
  std::vector<Row<N>> rows;  // of each node
  LinkedPairs pairs;
  int nodes() const { return numbering.nodes(); }
  Row<N>& operator[](int node) { return rows[node]; }
  const Row<N>& operator[](int node) const { return rows[node]; }

  void build(const Position& position, Mask digits, unsigned kinds) {
    numbering.assign(position, digits);
    rows.assign(static_cast<std::size_t>(nodes()), Row<N>{});
    const auto link = [this](int a, int b, bool truth) {
      rows[node(a, truth)].set(node(b, !truth));
      rows[node(b, truth)].set(node(a, !truth));
    };
    pairs.list(position, numbering, digits, kinds);
    for (const auto& [a, b] : pairs.weak) link(a, b, true);
    for (const auto& [a, b] : pairs.strong) link(a, b, false);
  }
};

// Sudoku Explainer's surcharge, in tenths, for n nodes or links: how many of 4, 6, 8, 12, 16, 24, …
// n − 2 exceeds.
inline int surcharge(int n) {
  int steps = 0;
  for (int limit = 4; n - 2 > limit; ++steps) limit = steps & 1 ? limit * 4 / 3 : limit * 3 / 2;
  return steps;
}

// Nodes on a shortest way from one node (which need not be left at its end) to another, both
// included; none if no way leads there.
template <int N>
std::vector<int> shortest_way(const Links<N>& links, int from, int to) {
  std::vector<int> parents(static_cast<std::size_t>(links.nodes()), -1);
  std::vector<int> queue{from};
  Row<N> seen;
  for (std::size_t head = 0; head < queue.size(); ++head) {
    const int at = queue[head];
    const Row<N> next = links[at] - seen;
    seen |= next;
    bool arrived = false;
    next.each([&](int n) {
      if (n == from && n != to) return;
      parents[n] = at;
      queue.push_back(n);
      arrived = arrived || n == to;
    });
    if (!arrived) continue;
    std::vector<int> way{to};
    int n = to;
    do {
      n = parents[n];
      way.push_back(n);
    } while (n != from);
    std::reverse(way.begin(), way.end());
    return way;
  }
  return {};
}

// Evidence of ways through a graph of candidates.
// A line that follows from the one before it.
Assertion linked(const Position& position, const Numbering& numbering, int from, int to,
                 int premise);

// The proof that supposes the first node of a way and comes to the last.
Proof proof_of(const Position& position, const Numbering& numbering, const std::vector<int>& way);

}  // namespace cpsudoku::logic::inline CPSUDOKU_BOARDS
