// The graph that all chains walk: nodes are candidates, groups of candidates of one digit, and the
// digits of almost locked sets; links say what follows when a node is true, or false.
//
//     node        digit and cells: "the digit is in one of these cells"
//     weak link   u true → v false: u's cells all see all of v's (or both are in one cell)
//     strong link u false → v true: v is what is left of a cell, a house or an almost locked set
//
// Both kinds hold in both directions.  A chain alternates them; a path in the graph of *literals*
// (node 2·i false, 2·i + 1 true) is a chain, and a breadth-first search finds the shortest.
//
//     (4)r1c2 = (4)r1c8 - (4=7)r5c8 - (7)r5c13         three strong links, two weak ones
#pragma once

#include "logic/techniques/proof_lines.hpp"
#include "logic/search.hpp"

namespace cpsudoku::logic::inline CPSUDOKU_BOARDS {

struct Node {
  Digit digit;
  CellSet cells;
  CellSet excluded;  // cells that lose the digit if the node is true
  Cell first;        // of its cells
  Cell only = -1;    // its cell, where it has one
  int set = -1;      // of an almost locked set: its number
};

struct Link {
  int to;         // node
  Reason reason;  // peer; cell, house or set for a strong one
  int number;     // of the group or set
};

// n cells of a group with n + 1 digits.
struct AlmostLocked {
  CellSet cells;
  Mask digits;
  GroupId group;
};

inline LockedSet as_evidence(const AlmostLocked& set) { return {as_list(set.cells), set.digits}; }

// Which links a graph has.
struct LinkKinds {
  bool houses = true;      // two places of a digit in a house
  bool cells = true;       // two digits of a cell
  bool groups = false;     // groups of candidates in the crossing of a box and a line
  bool sets = false;       // almost locked sets
  bool candidates = true;  // nodes that are single candidates; without them, only sets
  bool overlap = true;     // sets that share cells may be linked
};

class LinkGraph {
 public:
  void build(const Position& position, const LinkKinds& kinds,
             std::span<const AlmostLocked> sets = {});

  const std::vector<Node>& nodes() const { return nodes_; }
  const Node& operator[](int node) const { return nodes_[node]; }
  int size() const { return static_cast<int>(nodes_.size()); }
  std::span<const Link> weak(int node) const { return weak_[node]; }
  std::span<const Link> strong(int node) const { return strong_[node]; }
  // The node of a single candidate; −1 for none.
  int node(Cell cell, Digit digit) const {
    return of_candidate_[cell * position_->houses().digits() + digit];
  }
  const std::vector<AlmostLocked>& sets() const { return sets_; }
  const Position& position() const { return *position_; }

 private:
  int add(Digit digit, const CellSet& cells, int set);
  void add_candidates();
  void add_groups();
  void add_sets();
  void link_cells();
  void link_houses();
  void link_weakly();
  bool overlap(const Node& a, const Node& b) const;
  void join(int a, int b, Reason reason, int number);

  const Position* position_ = nullptr;
  LinkKinds kinds_;
  std::vector<Node> nodes_;
  std::vector<std::vector<Link>> weak_;
  std::vector<std::vector<Link>> strong_;
  std::vector<AlmostLocked> sets_;
  std::vector<std::vector<int>> of_digit_;  // nodes of each digit
  std::vector<int> of_candidate_;           // −1 for none
};

// All almost locked sets of the groups of `least` to `most` cells; one is a cell with two digits.
std::vector<AlmostLocked> almost_locked_sets(const Position& position, int least, int most);

using Literal = int;
inline Literal literal(int node, bool truth) { return 2 * node + truth; }
inline int node_of(Literal literal) { return literal >> 1; }
inline bool truth_of(Literal literal) { return literal & 1; }

// Everything that follows from one literal, each by a shortest chain.
class Implications {
 public:
  // Begins anew; `most` is the number of links at most (0: any).
  void search(const LinkGraph& graph, Literal from, int most = 0);

  const std::vector<Literal>& reached() const { return queue_; }  // nearest first
  bool has(Literal to) const { return distance_[to] >= 0; }
  int distance(Literal to) const { return distance_[to]; }
  // The literals from the start to the end.
  void path(Literal to, std::vector<Literal>& out) const;
  // How a literal was reached.
  const Link& link(Literal to) const { return link_[to]; }
  Literal parent(Literal to) const { return parent_[to]; }

 private:
  std::vector<Literal> queue_;
  std::vector<int> distance_;
  std::vector<Literal> parent_;
  std::vector<Link> link_;
};

// Calls visit(cell, digit) for what two nodes exclude, of which one is true.
template <class Visit>
void for_each_excluded(const Position& position, const Node& a, const Node& b, const Visit& visit) {
  if (a.digit == b.digit) {
    for (const Cell cell : a.excluded & b.excluded) visit(cell, a.digit);
    return;
  }
  if (a.only >= 0 && a.only == b.only) {
    for (const Digit d : bits(position.candidates(a.only) & ~(bit(a.digit) | bit(b.digit)))) {
      visit(a.only, d);
    }
    return;
  }
  if (a.only >= 0 && b.excluded.has(a.only)) visit(a.only, b.digit);
  if (b.only >= 0 && a.excluded.has(b.only)) visit(b.only, a.digit);
}

}  // namespace cpsudoku::logic::inline CPSUDOKU_BOARDS
