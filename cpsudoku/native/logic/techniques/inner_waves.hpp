// Dynamic chains within a wave: waves of their own over what it leaves undecided.
//
// Round by round as in waves.hpp, but choices see at once what the links of the round have given, and
// a node's parent is the first node of the round before that leads to it.
#pragma once

#include "core/ordering.hpp"
#include "logic/techniques/rest.hpp"
#include "logic/techniques/waves.hpp"

namespace cpsudoku::logic::inline CPSUDOKU_BOARDS {

template <int N>
class InnerWave {
 public:
  // A part of the wave that is enough for one of its nodes.
  struct Part {
    std::vector<std::uint16_t> nodes;    // the end first, the supposition among them
    std::vector<std::uint16_t> sources;  // nodes of the outer wave, all false
  };

  InnerWave(const Links<N>& links, const std::vector<Choice>& choices)
      : links_(links), choices_(choices) {}

  // Supposes a node where the outer wave's nodes are `outer`; `undecided` has both nodes of each
  // undecided candidate.  Runs until `target` comes up, or, where it is −1, a contradiction does;
  // returns whether it did.
  bool run(const Row<N>& outer, const Row<N>& undecided, const std::vector<Pair>& pairs, int start,
           int target) {
    outer_ = outer;
    pairs_ = &pairs;
    all_ = outer;
    all_.set(start);
    order_.assign(1, static_cast<std::uint16_t>(start));
    ends_.assign({0, 1});
    rounds_.assign(links_.rows.size(), kNever);
    reasons_.assign(links_.rows.size(), -1);
    rounds_[start] = 0;
    for (int round = 1; round <= kMostRounds; ++round) {
      const Row<N> before = all_;
      for (std::size_t i = ends_[ends_.size() - 2]; i < ends_.back(); ++i) {
        all_ |= links_[order_[i]] & undecided;
        for_each_paired(order_[i], [&](int n) { all_.set(n); });
      }
      decide();
      const Row<N> fresh = all_ - before;
      if (!fresh.any()) return false;
      fresh.each([&](int n) {
        order_.push_back(static_cast<std::uint16_t>(n));
        rounds_[n] = static_cast<std::uint8_t>(round);
      });
      ends_.push_back(order_.size());
      if (target >= 0 ? all_.has(target) : contradicts(fresh)) return true;
    }
    return false;
  }

  // The nodes that are true and false, as true nodes.
  Row<N> contradictions() const { return logic::contradictions(all_); }

  Part back(int end) const {
    Part part{{static_cast<std::uint16_t>(end)}, {}};
    for (std::size_t head = 0; head < part.nodes.size() && head < 300; ++head) {
      for (const int n : premises(part.nodes[head])) add(part.nodes, n);
      for (const int n : sources(part.nodes[head])) add(part.sources, n);
    }
    return part;
  }

  // The parts' lines as they came up: links before choices in each round, and choices in their order,
  // which see at once what was decided before.  The latest is an end.
  Proof proof(const Position& position, const std::vector<Part>& parts) const {
    std::vector<int> nodes;
    for (const Part& part : parts) {
      for (const auto n : part.nodes) add(nodes, n);
    }
    sort_by_rank(nodes, [&](int n) {
      const auto i = static_cast<std::size_t>(n);
      return Rank{rounds_[i], reasons_[i], n};
    });
    Proof result;
    for (const int n : nodes) result.push_back(line(position, n, nodes));
    return result;
  }

 private:
  template <class List>
  static void add(List& list, int n) {
    if (!contains(list, n)) list.push_back(static_cast<typename List::value_type>(n));
  }
  bool contradicts(const Row<N>& fresh) const {
    const Row<N> both = contradictions();
    for (unsigned w = 0; w < N; ++w) {
      if ((both.words[w] | both.words[w] << 1) & fresh.words[w]) return true;
    }
    return false;
  }

  // From false to true, by a pair.
  template <class Visit>
  void for_each_paired(int from, const Visit& visit) const {
    if (is_true(from)) return;
    for (const Pair& pair : *pairs_) {
      if (pair.one == candidate_of(from)) visit(node(pair.other, true));
      if (pair.other == candidate_of(from)) visit(node(pair.one, true));
    }
  }
  const Pair* pair_of(int from, int to) const {
    if (is_true(from) || !is_true(to)) return nullptr;
    for (const Pair& pair : *pairs_) {
      if (pair.joins(candidate_of(from), candidate_of(to))) return &pair;
    }
    return nullptr;
  }

  void decide() {
    for (std::size_t i = 0; i < choices_.size(); ++i) {
      int left = 0, last = 0;
      for (const auto c : choices_[i].members) {
        if (all_.has(node(c, true))) left = 2;
        if (!all_.has(node(c, false))) {
          ++left;
          last = c;
        }
        if (left > 1) break;
      }
      if (left == 1) conclude(node(last, true), i);
      if (left) continue;
      for (const auto c : choices_[i].members) conclude(node(c, true), i);
    }
  }
  void conclude(int n, std::size_t choice) {
    if (all_.has(n)) return;
    all_.set(n);
    reasons_[n] = static_cast<std::int16_t>(choice);
  }

  int parent(int n) const {
    const auto round = static_cast<std::size_t>(rounds_[n]);
    for (std::size_t i = ends_[round - 1]; i < ends_[round]; ++i) {
      if (links_[order_[i]].has(n) || pair_of(order_[i], n)) return order_[i];
    }
    return order_[0];
  }
  // The choice by which a node follows, or of which it is one of a pair; nullptr: it follows by a link.
  const Choice* choice_of(int n) const {
    if (reasons_[n] >= 0) return &choices_[reasons_[n]];
    const int from = parent(n);
    return links_[from].has(n) ? nullptr : &choices_[pair_of(from, n)->choice];
  }
  bool given(int n) const {
    const auto round = rounds_[n];
    return round == 0 || round == kNever;
  }
  std::vector<int> premises(int n) const {
    if (given(n)) return {};
    const int reason = reasons_[n];
    if (reason < 0) return {parent(n)};
    std::vector<int> result;
    for (const auto c : choices_[reason].members) {
      if (node(c, true) != n && !outer_.has(node(c, false))) result.push_back(node(c, false));
    }
    return result;
  }
  std::vector<int> sources(int n) const {
    const Choice* choice = given(n) ? nullptr : choice_of(n);
    if (!choice) return {};
    std::vector<int> result;
    for (const auto c : choice->members) {
      if (outer_.has(node(c, false))) result.push_back(node(c, false));
    }
    return result;
  }

  Assertion line(const Position& position, int n, const std::vector<int>& nodes) const {
    Assertion result{{links_.numbering[candidate_of(n)]}, is_true(n), Reason::assumed, {}, -1};
    if (given(n)) return result;
    for (const int p : premises(n)) {
      result.premises.push_back(
          static_cast<int>(std::find(nodes.begin(), nodes.end(), p) - nodes.begin()));
    }
    const Choice* choice = choice_of(n);
    if (!choice) return linked(position, links_.numbering, parent(n), n, result.premises[0]);
    result.reason = choice->house < 0 ? Reason::cell : Reason::house;
    result.number = choice->house;
    return result;
  }

  const Links<N>& links_;
  const std::vector<Choice>& choices_;
  const std::vector<Pair>* pairs_ = nullptr;
  Row<N> outer_;
  Row<N> all_;
  std::vector<std::uint16_t> order_;
  std::vector<std::size_t> ends_;  // of rounds in the order, from 0
  std::vector<std::uint8_t> rounds_;
  std::vector<std::int16_t> reasons_;
};

}  // namespace cpsudoku::logic::inline CPSUDOKU_BOARDS
