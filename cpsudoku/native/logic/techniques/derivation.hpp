// All that follows from one supposition by links, groups and singles, with the reasons: what proofs of
// tables are taken from.
//
//     true node            what sees all of it is false
//     false node           the other end of each strong link is true
//     all but one false    of a cell, or of a digit in a house: that one is true
//
// Breadth first, so proofs are short; a contradiction is a literal beside its opposite.
#pragma once

#include "logic/techniques/link_graph.hpp"

namespace cpsudoku::logic::inline CPSUDOKU_BOARDS {

class Derivation {
 public:
  // require: the graph has single candidates and outlives this.
  explicit Derivation(const LinkGraph& graph) : graph_(graph), houses_(graph.position().houses()) {}

  void run(Literal premise) {
    lines_.clear();
    line_of_.assign(2 * graph_.nodes().size(), -1);
    refuted_ = -1;
    add(premise, {-1, Reason::assumed, -1}, {});
    add_singles();
    for (std::size_t i = 0; i < lines_.size(); ++i) follow(static_cast<int>(i));
  }

  bool has(Literal literal) const { return line_of_[literal] >= 0; }
  // The later of the first two literals that contradict each other; −1 where none do.
  Literal refuted() const { return refuted_; }

  // The lines that lead to the literals, of which the last comes last.
  // require: they follow.
  Proof proof(std::initializer_list<Literal> ends) const {
    std::vector<bool> needed(lines_.size(), false);
    std::vector<int> open{0};  // the premise, even if nothing needs it
    for (const Literal end : ends) open.push_back(line_of_[end]);
    while (!open.empty()) {
      const auto line = static_cast<std::size_t>(open.back());
      open.pop_back();
      if (needed[line]) continue;
      needed[line] = true;
      open.insert(open.end(), lines_[line].premises.begin(), lines_[line].premises.end());
    }
    std::vector<int> number(lines_.size(), -1);
    Proof result;
    for (std::size_t i = 0; i < lines_.size(); ++i) {
      if (!needed[i]) continue;
      number[i] = static_cast<int>(result.size());
      result.push_back(assertion(lines_[i], number));
    }
    return result;
  }

 private:
  struct Line {
    Literal literal;
    Link why;
    std::vector<int> premises;
  };

  void add(Literal literal, const Link& why, std::vector<int> premises) {
    if (has(literal)) return;
    line_of_[literal] = static_cast<int>(lines_.size());
    lines_.push_back({literal, why, std::move(premises)});
    if (refuted_ < 0 && has(literal ^ 1)) refuted_ = literal;
  }

  // What is true without the premise, too: nothing would lead to it.
  void add_singles() {
    const auto& position = graph_.position();
    for (const Cell cell : position.naked()) fill_cell(cell);
    for (const GroupId house : houses_.all()) {
      for (const Digit d : bits(position.once(house))) fill_house(house, d);
    }
  }

  void follow(int line) {
    const Literal at = lines_[line].literal;
    const int from = node_of(at);
    const auto links = truth_of(at) ? graph_.weak(from) : graph_.strong(from);
    for (const Link& link : links) add(literal(link.to, !truth_of(at)), link, {line});
    const auto& gone = graph_[from];
    if (truth_of(at) || gone.only < 0) return;
    fill_cell(gone.only);
    for (const auto& m : houses_.groups_of(gone.only)) {
      if (houses_[m.group].exact) fill_house(m.group, gone.digit);
    }
  }

  void fill_cell(Cell cell) {
    nodes_.clear();
    for (const Digit d : bits(graph_.position().candidates(cell))) {
      nodes_.push_back(graph_.node(cell, d));
    }
    fill({-1, Reason::cell, -1});
  }
  void fill_house(GroupId house, Digit digit) {
    nodes_.clear();
    for (const int i : bits(graph_.position().places(house, digit))) {
      nodes_.push_back(graph_.node(houses_[house].cells[i], digit));
    }
    fill({-1, Reason::house, house});
  }

  // Of the nodes, one is true: it is the one left, or, where none is, the one that went last.
  void fill(Link why) {
    std::vector<int> gone;
    for (const int node : nodes_) {
      const int line = line_of_[literal(node, false)];
      if (line >= 0) {
        gone.push_back(line);
      } else if (why.to >= 0) {
        return;
      } else {
        why.to = node;
      }
    }
    if (why.to < 0) {
      const auto last = std::max_element(gone.begin(), gone.end());
      why.to = node_of(lines_[*last].literal);
      gone.erase(last);
    }
    add(literal(why.to, true), why, std::move(gone));
  }

  Assertion assertion(const Line& line, const std::vector<int>& number) const {
    const auto& node = graph_[node_of(line.literal)];
    Assertion result{candidates_of(node.cells, node.digit),
                     truth_of(line.literal),
                     line.why.reason,
                     {},
                     line.why.number};
    for (const int premise : line.premises) { result.premises.push_back(number[premise]); }
    return result;
  }

  const LinkGraph& graph_;
  const Houses& houses_;

  std::vector<Line> lines_;
  std::vector<int> line_of_;  // of each literal
  Literal refuted_ = -1;
  std::vector<int> nodes_;
};

}  // namespace cpsudoku::logic::inline CPSUDOKU_BOARDS
