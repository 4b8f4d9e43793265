// What some candidates exclude by chains, and the chains: for patterns of which one of a few candidates
// is true.
#pragma once

#include "logic/techniques/link_graph.hpp"

namespace cpsudoku::logic::inline CPSUDOKU_BOARDS {

class Leads {
 public:
  // require: the graph has single candidates once one is followed, and outlives this.
  Leads(const LinkGraph& graph, int digits)
      : graph_(graph), digits_(static_cast<std::size_t>(digits)) {}

  // Finds out what the candidate excludes; nothing where that is known.
  void follow(const Candidate& start) {
    if (contains(starts_, start)) return;
    starts_.push_back(start);
    excluded_.resize(starts_.size() * digits_);
    implied_.search(graph_, literal(node(start), true));
    for (const Literal at : implied_.reached()) {
      const auto& node = graph_[node_of(at)];
      if (truth_of(at) || node.only < 0) continue;
      excluded_[excluded_.size() - digits_ + static_cast<std::size_t>(node.digit)].set(node.only);
    }
  }

  // The cells that lose the digit. require: the start was followed.
  const CellSet& excluded(const Candidate& start, Digit digit) const {
    const auto at = std::find(starts_.begin(), starts_.end(), start) - starts_.begin();
    return excluded_[static_cast<std::size_t>(at) * digits_ + static_cast<std::size_t>(digit)];
  }

  // The shortest chain from the start to the candidate's being false.
  Proof proof(const Candidate& start, const Candidate& gone) {
    implied_.search(graph_, literal(node(start), true));
    std::vector<Literal> path;
    implied_.path(literal(node(gone), false), path);
    Proof result;
    for (const Literal at : path) {
      const auto& node = graph_[node_of(at)];
      add_line(result, candidates_of(node.cells, node.digit), truth_of(at),
               implied_.link(at).reason, implied_.link(at).number);
    }
    return result;
  }

 private:
  int node(const Candidate& candidate) const {
    return graph_.node(candidate.cell, candidate.digit);
  }

  const LinkGraph& graph_;
  std::size_t digits_;
  Implications implied_;
  std::vector<Candidate> starts_;
  std::vector<CellSet> excluded_;  // of each start and digit
};

}  // namespace cpsudoku::logic::inline CPSUDOKU_BOARDS
