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
    if (std::find(starts_.begin(), starts_.end(), start) != starts_.end()) return;
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
      Assertion line{candidates_of(node.cells, node.digit), truth_of(at)};
      if (!result.empty()) {
        line.reason = implied_.link(at).reason;
        line.number = implied_.link(at).number;
        line.premises.assign(1, static_cast<int>(result.size()) - 1);
      }
      result.push_back(std::move(line));
    }
    return result;
  }

 private:
  int node(const Candidate& candidate) const {
    for (int i = 0; i < graph_.size(); ++i) {
      if (graph_[i].only == candidate.cell && graph_[i].digit == candidate.digit) return i;
    }
    return -1;
  }

  const LinkGraph& graph_;
  std::size_t digits_;
  Implications implied_;
  std::vector<Candidate> starts_;
  std::vector<CellSet> excluded_;  // of each start and digit
};

}  // namespace cpsudoku::logic::inline CPSUDOKU_BOARDS
