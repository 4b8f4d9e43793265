// From paths in the link graph to steps: what follows, and the proofs.
//
//     ends           a false → … → b true          what a and b exclude both is false
//     contradiction  a true → … → a false          a is false;  a false → … → a true: a is true
//     loop           a false → … → b true, b − a   each weak link of it excludes as two ends do
#pragma once

#include "core/ordering.hpp"
#include "logic/techniques/link_graph.hpp"

namespace cpsudoku::logic::inline CPSUDOKU_BOARDS {

// How HoDoKu sorts what follows: most eliminations first, then by digits and cells, each candidate
// weighing more than those before it.
inline Rank rank_of(const std::vector<Candidate>& gone) {
  std::vector<int> sorted;
  for (const auto& [cell, digit] : gone) sorted.push_back(digit << 16 | cell);
  sort_numbers(sorted);
  std::int64_t total = 0, factor = 1;
  for (const int number : sorted) {
    total += (number & 0xffff) * factor + (number >> 16) + 1;
    factor += 80;
  }
  return {-std::ssize(gone), total};
}

enum class Shape : std::uint8_t { ends, contradiction, loop };

// A chain that was found; its step is made when it is chosen.
struct Chain {
  const Technique* technique;
  Shape shape;
  std::vector<Literal> path;
  std::vector<Link>
      links;  // how each literal of the path follows from the one before; links[0] unused
  std::vector<Candidate> eliminations;
};

class ChainSteps {
 public:
  ChainSteps(Search& search, const LinkGraph& graph) : search_(search), graph_(graph) {}

  // Hands all over, the best first, each conclusion once; returns whether the search shall stop.
  bool close_all(std::vector<Chain>& chains) {
    sort_by_rank(chains, [](const Chain& chain) {
      Rank rank = rank_of(chain.eliminations);
      rank[2] = std::ssize(chain.path);
      return rank;
    });
    for (std::size_t i = 0; i < chains.size(); ++i) {
      const bool again = i > 0 && chains[i].technique == chains[i - 1].technique &&
                         chains[i].eliminations == chains[i - 1].eliminations;
      if (!again && close(chains[i])) return true;
    }
    return false;
  }

  bool close(const Chain& chain) {
    Step& step = search_.begin(*chain.technique);
    step.eliminations = chain.eliminations;
    if (search_.wants_evidence()) add_evidence(chain, step);
    return search_.close();
  }

 private:
  void add_evidence(const Chain& chain, Step& step) {
    Evidence& evidence = step.evidence;
    Proof forward = proof_of(chain, evidence);
    for (const auto& assertion : forward) {
      for (const auto& candidate : assertion.candidates) evidence.candidates.push_back(candidate);
    }
    if (chain.shape == Shape::loop) {
      Proof backward = reversed(forward);
      exclude_all(chain, forward, step);
      exclude_all(chain, backward, step);
      evidence.proofs = {std::move(forward), std::move(backward)};
    } else {
      evidence.proofs = {std::move(forward)};
    }
  }

  std::vector<Candidate> candidates(int node) const {
    return candidates_of(graph_[node].cells, graph_[node].digit);
  }

  int add_set(int set, Evidence& evidence) const {
    const LockedSet locked = as_evidence(graph_.sets()[set]);
    for (std::size_t i = 0; i < evidence.sets.size(); ++i) {
      if (evidence.sets[i].cells == locked.cells) return static_cast<int>(i);
    }
    evidence.sets.push_back(locked);
    return static_cast<int>(evidence.sets.size()) - 1;
  }

  Proof proof_of(const Chain& chain, Evidence& evidence) const {
    Proof proof;
    for (std::size_t i = 0; i < chain.path.size(); ++i) {
      const Literal at = chain.path[i];
      Assertion next{candidates(node_of(at)), truth_of(at)};
      if (i > 0) {
        const Link& link = chain.links[i];
        const int before = static_cast<int>(proof.size()) - 1;
        const int set = graph_[node_of(chain.path[i - 1])].set;
        next.reason = link.reason;
        next.premises.assign(1, before);
        next.number = link.reason == Reason::set ? add_set(link.number, evidence) : link.number;
        if (link.reason == Reason::cell && set >= 0) {
          next.premises = force(proof, next.candidates[0], add_set(set, evidence), evidence);
        }
      }
      proof.push_back(std::move(next));
    }
    return proof;
  }

  // A line that says that a set keeps a digit.
  Assertion kept(Digit digit, std::vector<int> premises, int set, const Evidence& evidence) const {
    Assertion line{{}, true, Reason::set, std::move(premises), set};
    for (const Cell cell : evidence.sets[set].cells) {
      if (search_.position.has(cell, digit))
        line.candidates.push_back(Step::candidate(cell, digit));
    }
    return line;
  }

  // The set, which lacks the digit of the last line, keeps its others, which leave the cell one
  // candidate; returns the lines that say so.
  std::vector<int> force(Proof& proof, const Candidate& only, int set,
                         const Evidence& evidence) const {
    const int before = static_cast<int>(proof.size()) - 1;
    std::vector<int> lines;
    for (const Digit d : bits(search_.position.candidates(only.cell) & ~bit(only.digit))) {
      proof.push_back(kept(d, {before}, set, evidence));
      const int line = static_cast<int>(proof.size());
      proof.push_back({{Step::candidate(only.cell, d)}, false, Reason::peer, {line - 1}, -1});
      lines.push_back(line);
    }
    return lines;
  }

  // The other way round: the first true, so the last false, so the one before it true, …, so the
  // first true: the last line says that the first link's set is locked, if it is one.
  static Proof reversed(const Proof& forward) {
    Proof proof;
    Assertion first = forward.front();
    first.truth = true;
    proof.push_back(first);
    for (std::size_t i = forward.size(); i-- > 0;) {
      Assertion next{forward[i].candidates, !forward[i].truth};
      next.premises.assign(1, static_cast<int>(proof.size()) - 1);
      const bool closing = i + 1 == forward.size();
      next.reason = closing ? Reason::peer : forward[i + 1].reason;
      next.number = closing ? -1 : forward[i + 1].number;
      proof.push_back(next);
    }
    return proof;
  }

  // Adds to a case of a loop why it excludes the eliminations.
  void exclude_all(const Chain& chain, Proof& proof, const Step& step) {
    const auto lines = proof.size();
    for (std::size_t i = 1; i < lines; ++i) {
      if (proof[i].reason == Reason::set) add_locked_digits(proof, i, step.evidence);
    }
    logic::exclude_all(search_.houses(), proof, chain.eliminations);
  }

  // The other digits of the set that line i of the proof locks.
  void add_locked_digits(Proof& proof, std::size_t i, const Evidence& evidence) {
    const Assertion line = proof[i];
    const Assertion before = proof[line.premises[0]];
    for (const Digit d : bits(evidence.sets[line.number].digits)) {
      if (d == line.candidates[0].digit || d == before.candidates[0].digit) continue;
      proof.push_back(kept(d, line.premises, line.number, evidence));
    }
  }

  Search& search_;
  const LinkGraph& graph_;
};

// A chain without its conclusions.
inline Chain chain_of(const Implications& implied, Literal to, Shape shape, const Technique& as) {
  Chain chain{&as, shape, {}, {}, {}};
  implied.path(to, chain.path);
  for (const Literal at : chain.path) chain.links.push_back(implied.link(at));
  return chain;
}

// What two ends exclude, or all weak links of a loop and its locked sets.
inline std::vector<Candidate> excluded_by(const LinkGraph& graph, const Chain& chain) {
  std::vector<Candidate> result;
  const auto add = [&](int a, int b) {
    for_each_excluded(graph.position(), graph[a], graph[b], [&](Cell cell, Digit digit) {
      result.push_back(Step::candidate(cell, digit));
    });
  };
  add(node_of(chain.path.front()), node_of(chain.path.back()));
  if (chain.shape == Shape::loop) {
    for (std::size_t i = 2; i < chain.path.size(); i += 2) {
      add(node_of(chain.path[i - 1]), node_of(chain.path[i]));
    }
    for (std::size_t i = 1; i < chain.path.size(); i += 2) {
      if (chain.links[i].reason != Reason::set) continue;
      const auto& set = graph.sets()[chain.links[i].number];
      const Mask used =
          bit(graph[node_of(chain.path[i - 1])].digit) | bit(graph[node_of(chain.path[i])].digit);
      for (const Digit d : bits(set.digits & ~used)) {
        const auto places = set.cells & graph.position().cells(d);
        Step::add_candidates(graph.position().seen_by_all(places, d), d, result);
      }
    }
  }
  sort_candidates(result);
  return result;
}

}  // namespace cpsudoku::logic::inline CPSUDOKU_BOARDS
