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

#include "core/ordering.hpp"
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

// How much further away what a set of this many digits excludes is.
inline int penalty(Mask digits) {
  const int many = count(digits);
  return many <= 1 ? 0 : many == 2 ? 1 : 2 * (many - 1);
}

// The arcs of all literals of a link graph.
class Arcs {
 public:
  // require: the graph has been built and outlives the arcs.
  void build(const LinkGraph& graph) {
    graph_ = &graph;
    arcs_.clear();
    first_.clear();
    for (int node = 0; node < graph.size(); ++node) {
      first_.push_back(arcs_.size());
      if (graph[node].set >= 0) {
        add_of_set(node);
        first_.push_back(arcs_.size());
      } else {
        add_of(literal(node, false));
        first_.push_back(arcs_.size());
        add_of(literal(node, true));
      }
    }
    first_.push_back(arcs_.size());
  }

  const LinkGraph& graph() const { return *graph_; }
  std::span<const Arc> of(Literal literal) const {
    const auto i = static_cast<std::size_t>(literal);
    return {arcs_.data() + first_[i], arcs_.data() + first_[i + 1]};
  }
  int literals() const { return static_cast<int>(first_.size()) - 1; }

  // The cell that stands for a node: its lowest.
  Cell cell(int node) const { return (*graph_)[node].first; }
  // The node of a candidate; −1 where it is gone.
  int candidate(Cell cell, Digit digit) const { return graph_->node(cell, digit); }

  // What makes the literal `to` follow from `from`.
  Link link(Literal from, Literal to) const {
    if (truth_of(from)) return {node_of(to), Reason::peer, -1};
    for (const Link& link : graph_->strong(node_of(from))) {
      if (link.to == node_of(to)) return link;
    }
    return {node_of(to), Reason::cell, -1};  // forced by a set
  }

 private:
  // Where an arc stands among those of its literal: kind, house, line, digit, cell.
  Rank rank(int from, int to, bool truth) const {
    const auto &a = (*graph_)[from], &b = (*graph_)[to];
    if (b.set >= 0) return {3, b.set, 0, b.digit, 0};
    if (b.only < 0) return rank_of_group(to);
    if (a.only == b.only) return {0, 0, 0, b.digit, 0};
    const auto& houses = graph_->position().houses();
    if (a.only < 0) {
      const auto box = houses.group_of(b.only, Kind::box);
      const bool inside = box >= 0 && houses[box].set.contains(a.cells);
      return {1, !truth && !inside, 0, 0, b.only};
    }
    int shared = 0;
    for (const auto& m : houses.groups_of(a.only)) {
      if (houses[m.group].set.has(b.only)) break;
      ++shared;
    }
    return {1, shared, 0, 0, b.only};
  }

  // Groups in rows, row by row, digit by digit; then those in columns; then others.
  Rank rank_of_group(int node) const {
    const auto& houses = graph_->position().houses();
    const auto& group = (*graph_)[node];
    for (const Kind kind : {Kind::row, Kind::column}) {
      const auto line = houses.group_of(group.first, kind);
      if (line >= 0 && houses[line].set.contains(group.cells)) {
        return {2, kind == Kind::column, line, group.digit, group.first};
      }
    }
    return {2, 2, 0, group.digit, group.first};
  }

  void add_of(Literal from) {
    const bool truth = truth_of(from);
    const int node = node_of(from);
    sorted_.clear();
    for (const Link& link : truth ? graph_->weak(node) : graph_->strong(node)) {
      sorted_.push_back({rank(node, link.to, truth), {literal(link.to, !truth)}});
    }
    // A pair that shares two houses has a link in each.
    add_sorted();
  }
  void add_sorted() {
    sort_by_rank(sorted_, [](const auto& found) { return found.first; });
    for (const auto& [rank, arc] : sorted_) arcs_.push_back(arc);
  }

  void add_of_set(int node) {
    const Mask digits = graph_->sets()[(*graph_)[node].set].digits;
    const auto weight = static_cast<std::int16_t>(1 + penalty(digits));
    sorted_.clear();
    for (const Link& locked : graph_->strong(node)) {
      for (const Link& gone : graph_->weak(locked.to)) {
        const auto& target = (*graph_)[gone.to];
        const int kind = target.set >= 0 ? 2 : 0;
        const Rank place{kind, kind ? target.set : target.digit, target.only < 0, 0, cell(gone.to)};
        sorted_.push_back(
            {place, {literal(gone.to, false), weight, static_cast<std::int16_t>(locked.to)}});
      }
    }
    add_sorted();
    add_forced_by_set(node, weight + 1);
  }

  // Cells of which the set takes all candidates but one.  Those with two are reached over the one that
  // goes.
  void add_forced_by_set(int node, int weight) {
    const auto& position = graph_->position();
    taken_.assign(static_cast<std::size_t>(position.houses().cells()), 0);
    for (const Link& locked : graph_->strong(node)) {
      const auto& kept = (*graph_)[locked.to];
      for (const Cell cell : kept.excluded) taken_[cell] |= bit(kept.digit);
    }
    for (const Cell cell : position.open()) {
      const Mask all = position.candidates(cell), left = all & ~taken_[cell];
      if (count(all) < 3 || !single(left)) continue;
      const int to = candidate(cell, std::countr_zero(left));
      arcs_.push_back({literal(to, true), static_cast<std::int16_t>(weight), kForced});
    }
  }

  const LinkGraph* graph_ = nullptr;
  std::vector<std::size_t> first_;
  std::vector<Arc> arcs_;

  std::vector<Mask> taken_;
  std::vector<std::pair<Rank, Arc>> sorted_;
};

class Table {
 public:
  struct Entry {
    Literal literal;
    int parent;  // entry; −1 for the premise
    int distance;
    int through;
    bool direct;  // from the premise itself
  };

  void fill(const Arcs& arcs, Literal premise) {
    entries_.clear();
    index_.assign(static_cast<std::size_t>(arcs.literals()), -1);
    entries_.push_back({premise, -1, 0, -1, false});
    index_[premise] = 0;
    for (int i = 0; i < static_cast<int>(entries_.size()); ++i) {
      const auto [at, parent, distance, through, direct] = entries_[i];
      for (const Arc& arc : arcs.of(at)) {
        int& index = index_[arc.to];
        const Entry entry{arc.to, i, distance + arc.weight, arc.through, i == 0};
        if (index < 0) {
          index = static_cast<int>(entries_.size());
          entries_.push_back(entry);
        } else if (Entry& old = entries_[index];
                   index > 0 && !old.direct && old.distance > entry.distance) {
          old = entry;
        }
      }
    }
  }

  const std::vector<Entry>& entries() const { return entries_; }
  // The entries from the premise to this one.
  void path(int entry, std::vector<int>& out) const {
    out.clear();
    // Ways that replaced others may have become a circle.
    for (int i = entry; i >= 0 && out.size() < entries_.size(); i = entries_[i].parent) {
      out.push_back(i);
    }
    std::reverse(out.begin(), out.end());
    if (out.front() != 0) out.clear();
  }

  // Likewise the literals, with the digits that sets keep between them.
  std::vector<Literal> literals(int entry) const {
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

 private:
  std::vector<Entry> entries_;
  std::vector<int> index_;
};

}  // namespace cpsudoku::logic::inline CPSUDOKU_BOARDS
