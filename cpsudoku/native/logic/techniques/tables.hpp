// Tables of implications: all that follows from one supposition, each by its first shortest chain, in
// the order in which HoDoKu's tables are filled (B. Hobiger, after Trebor).
//
// A table is a breadth-first search over the arcs of the link graph.  The order of the arcs decides
// which of several shortest chains is known, so it is fixed:
//
//     from a candidate   its cell, digits ascending; its houses, cells ascending; groups
//     from a group       cells (of its box, then of its line, where they become true); groups
//     from a set         the cells of its other digits, groups of cells, other sets
//
//     premise    (4)r1c2 false                        entry 0
//     entry 1    (4)r1c8 true      from 0
//     entry 2    (4)r5c8 false     from 1
//     entry 3    (7)r5c8 true      from 2             its chain: 4r1c2 = 4r1c8 - (4=7)r5c8
//
// An almost locked set that loses a digit is one node, "false"; what it excludes lies further away the
// larger it is, so a nearer way may be found later and then replaces the first.
#pragma once

#include <vector>

#include "logic/techniques/link_graph.hpp"

namespace cpsudoku::logic::inline CPSUDOKU_BOARDS {

// Through what an arc goes: the node of a set that keeps a digit, or one of these.
inline constexpr int kStraight = -1;
inline constexpr int kForced = -2;  // a set takes all candidates of a cell but one

struct Arc {
  Literal to;
  std::int16_t weight = 1;
  std::int16_t through = kStraight;
};

// The arcs of all literals of a link graph.
class Arcs {
 public:
  // require: the graph has been built and outlives the arcs.
  void build(const LinkGraph& graph);

  const LinkGraph& graph() const { return *graph_; }
  std::span<const Arc> of(Literal literal) const {
    const auto i = static_cast<std::size_t>(literal);
    return {arcs_.data() + first_[i], arcs_.data() + first_[i + 1]};
  }
  int literals() const { return static_cast<int>(first_.size()) - 1; }

  // The cell that stands for a node: its lowest.
  Cell cell(int node) const { return cells_[node]; }
  // The node of a candidate; −1 where it is gone.
  int candidate(Cell cell, Digit digit) const {
    const int digits = graph_->position().houses().digits();
    return candidates_[cell * digits + digit];
  }
  // What makes the literal `to` follow from `from`.
  Link link(Literal from, Literal to) const;

 private:
  // Where an arc stands among those of its literal.
  struct Key {
    int kind, house, line, digit, cell;
    auto operator<=>(const Key&) const = default;
  };
  Key key(int from, int to, bool truth) const;
  Key group_key(int node) const;
  void add_of(Literal from);
  void add_of_set(int node);
  void add_forced_by_set(int node, int weight);

  const LinkGraph* graph_ = nullptr;
  std::vector<std::size_t> first_;
  std::vector<Arc> arcs_;
  std::vector<Cell> cells_;
  std::vector<int> candidates_;  // node of each cell's digit
  std::vector<Mask> taken_;
  std::vector<std::pair<Key, Arc>> sorted_;
};

// The table of one premise.
class Table {
 public:
  struct Entry {
    Literal literal;
    int parent;  // entry; −1 for the premise
    int distance;
    int through;
    bool direct;  // from the premise itself
  };

  // Begins anew.
  void fill(const Arcs& arcs, Literal premise);

  const std::vector<Entry>& entries() const { return entries_; }
  bool has(Literal literal) const { return index_[literal] >= 0; }
  int index(Literal literal) const { return index_[literal]; }
  // The entries from the premise to this one.
  void path(int entry, std::vector<int>& out) const;
  // Likewise the literals, with the digits that sets keep between them.
  std::vector<Literal> literals(int entry) const;

 private:
  std::vector<Entry> entries_;
  std::vector<int> index_;
};

inline void Table::path(int entry, std::vector<int>& out) const {
  out.clear();
  // Ways that replaced others may have become a circle.
  for (int i = entry; i >= 0 && out.size() < entries_.size(); i = entries_[i].parent) {
    out.push_back(i);
  }
  std::reverse(out.begin(), out.end());
  if (out.front() != 0) out.clear();
}

inline std::vector<Literal> Table::literals(int entry) const {
  std::vector<int> way;
  path(entry, way);
  std::vector<Literal> result;
  for (const int i : way) {
    const Entry& at = entries_[i];
    if (at.through >= 0) result.push_back(literal(at.through, true));
    result.push_back(at.literal);
  }
  return result;
}


}  // namespace cpsudoku::logic
