// Nice loops and alternating inference chains as tables of implications know them.
#pragma once

#include "logic/techniques/chain_steps.hpp"
#include "logic/techniques/tables.hpp"

namespace cpsudoku::logic::inline CPSUDOKU_BOARDS {

struct LoopNames {
  const Technique* continuous;
  const Technique* discontinuous;
  const Technique* ends;
};

// A way in a table that was found to exclude something; its proof is made when it is chosen.
struct TabledLoop {
  const Technique* technique;
  Shape shape;
  std::vector<Literal> path;
  std::vector<Candidate> eliminations;
  std::size_t length;
  bool forced = false;  // a loop through a cell that a set forces
};

// Goes through the tables of one graph.
//
// A way that comes back to the cell of its premise is a loop: discontinuous, if the two digits or the
// two links at that cell refute something there, or continuous, if the cell passes the alternation on.
// A way to another cell is a chain whose ends exclude together.  Ways that come twice through a cell
// between are left out, as HoDoKu leaves them out.
class LoopSearch {
 public:
  LoopSearch(const Arcs& arcs, const LoopNames& plain, const LoopNames& grouped)
      : arcs_(arcs), graph_(arcs.graph()), plain_(plain), grouped_(grouped) {}

  // Every candidate's two tables are looked at once: first those of "true" for all of them.
  void look_at_loops(const Table& table, Literal premise);
  void look_at_ends(const Table& table, Literal premise);

  std::vector<TabledLoop>& found() { return found_; }

 private:
  const Position& position() const { return graph_.position(); }
  const Node& node(Literal literal) const { return graph_[node_of(literal)]; }
  Cell cell(Literal literal) const { return arcs_.cell(node_of(literal)); }
  Digit digit(Literal literal) const { return node(literal).digit; }

  bool way_to(const Table& table, int entry, bool loop);
  bool twice_through_a_cell(bool loop) const;
  void close_loop(const Table& table, int entry);
  void close_circle(const Table& table, int entry);
  void exclude_in_circle();
  void exclude_between(std::size_t i);
  void exclude_by_set(std::size_t i);
  void close_ends(const Table& table, int entry);
  void exclude_digits(Cell cell, Mask digits);
  void add(const Table& table, int entry, Shape shape, bool continuous);
  std::vector<Literal> closed(std::vector<Literal> path, Shape shape, bool continuous) const;

  const Arcs& arcs_;
  const LinkGraph& graph_;
  LoopNames plain_;
  LoopNames grouped_;
  std::vector<int> entries_;     // of the way
  std::vector<Literal> way_;     // premise first
  std::vector<int> through_;     // of each literal of the way: the node that a set kept before it
  CellSet cells_;             // of all of the way
  std::vector<Candidate> gone_;
  std::vector<TabledLoop> found_;
};

// Finds loops and chains with groups and, if `sets` is not empty, with these as nodes.
bool find_tabled_loops(Search& search, bool groups, const LoopNames& plain,
                       const LoopNames& grouped);


}  // namespace cpsudoku::logic
