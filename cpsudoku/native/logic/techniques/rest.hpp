// What a wave leaves undecided, as a graph of its own: which candidates lead where by links.
//
// The candidates that a wave makes neither true nor false keep their links, and a choice of which the
// wave leaves two members is a strong link between these (a *pair*).  As in leaps.hpp, what is true
// after a node is all that is kept:
//
//     true_(a)     what follows, true, from a true       false_(u)    from u false
//     excluded by  what one of these sees                 falses_after_true(a), falses_after_false(u)
//
// For dynamic chains, choices give more links, from every node that makes all but one member false
// to that member (derive()); those may lead from true to true.
#pragma once

#include "logic/techniques/links.hpp"

namespace cpsudoku::logic::inline CPSUDOKU_BOARDS {

// The even bits of a word, moved together.
inline std::uint64_t even_bits(std::uint64_t word) {
  word &= 0x5555555555555555;
  word = (word | word >> 1) & 0x3333333333333333;
  word = (word | word >> 2) & 0x0F0F0F0F0F0F0F0F;
  word = (word | word >> 4) & 0x00FF00FF00FF00FF;
  word = (word | word >> 8) & 0x0000FFFF0000FFFF;
  return (word | word >> 16) & 0x00000000FFFFFFFF;
}

// The candidates of which a row of nodes has the true ones, or the false ones.
template <int N>
Row<N / 2> candidates_of(const Row<N>& nodes, bool truth) {
  Row<N / 2> result;
  for (unsigned w = 0; w < N; ++w) {
    result.words[w / 2] |= even_bits(nodes.words[w] >> !truth) << (w % 2 * 32);
  }
  return result;
}

// Two members of a choice of which the others are false.
struct Pair {
  std::uint16_t one, other;
  std::uint16_t choice;

  bool joins(int a, int b) const { return (one == a && other == b) || (one == b && other == a); }
};

template <int M>
class Rest {
 public:
  // Links of the whole position.
  void assign(const Links<2 * M>& links) {
    const auto size = static_cast<std::size_t>(links.numbering.size());
    weak_.resize(size);
    basic_strong_.resize(size);
    for (auto* rows : {&strong_, &jumps_, &true_, &false_, &after_true_, &after_false_}) {
      rows->resize(size);
    }
    for (int c = 0; c < links.numbering.size(); ++c) {
      const auto i = static_cast<std::size_t>(c);
      weak_[i] = candidates_of(links[node(c, true)], false);
      basic_strong_[i] = candidates_of(links[node(c, false)], true);
    }
  }

  // Begins again with these candidates.
  void open(const Row<M>& undecided, const std::vector<Pair>& pairs) {
    undecided_ = undecided;
    members_.clear();
    undecided.each([&](int c) {
      members_.push_back(static_cast<std::uint16_t>(c));
      strong_[c] = basic_strong_[c] & undecided;
      jumps_[c] = {};
    });
    for (const Pair& pair : pairs) {
      if (!undecided.has(pair.one) || !undecided.has(pair.other)) continue;
      strong_[pair.one].set(pair.other);
      strong_[pair.other].set(pair.one);
    }
  }

  // All that follows.
  void close() {
    list_near();
    bool fresh = true;
    while (fresh) {
      std::uint64_t any = 0;
      for (const auto u : joined_) {
        Row<M> row = false_[u];
        strong_[u].each([&](int s) { row |= true_[s]; });
        any |= differ(row, false_[u]);
        false_[u] = row;
      }
      for (std::size_t i = 0; i < members_.size(); ++i) {
        const auto a = members_[i];
        Row<M> row = true_[a];
        for (int k = ends_[i]; k < ends_[i + 1]; ++k) row |= false_[near_[k]];
        jumps_[a].each([&](int s) { row |= true_[s]; });
        any |= differ(row, true_[a]);
        true_[a] = row;
      }
      fresh = any != 0;
    }
  }

  // After close(): what the nodes exclude.
  void exclude_all() {
    for (const auto a : members_) {
      after_true_[a] = excluded(true_[a]);
      after_true_[a] |= weak_[a];
      after_true_[a] &= undecided_;
      after_false_[a] = excluded(false_[a]) & undecided_;
    }
  }

  // After exclude_all(): links from what makes all but one of these members false to that one.
  void derive(const std::vector<std::uint16_t>& members) {
    kept_.clear();
    for (const auto c : members) {
      if (undecided_.has(c)) kept_.push_back(c);
    }
    if (kept_.size() < 2) return;
    Row<M> own;
    for (const auto c : kept_) own.set(c);
    for (const auto from : members_) {
      lead(from, after_true_[from] & own, true_[from] & own, own.has(from), jumps_[from]);
      lead(from, after_false_[from] & own, false_[from] & own, false, strong_[from]);
    }
  }

  const std::vector<std::uint16_t>& members() const { return members_; }
  const Row<M>& undecided() const { return undecided_; }

  bool strong(int a, int b) const { return basic_strong_[a].has(b); }
  const Row<M>& trues_after_true(int c) const { return true_[c]; }
  const Row<M>& falses_after_true(int c) const { return after_true_[c]; }
  const Row<M>& falses_after_false(int c) const { return after_false_[c]; }
  bool refutes_itself(int c) const { return true_[c].meets(weak_[c]); }

  // The nodes of a shortest way by weak and strong links from `from`, true, to `to`, false.
  std::vector<std::uint16_t> way(int from, int to) {
    parents_.assign(2 * weak_.size(), -1);
    queue_.assign(1, node(from, true));
    Row<M> left_true = undecided_, left_false = undecided_;
    left_true.reset(from);
    for (std::size_t head = 0; head < queue_.size(); ++head) {
      const int at = queue_[head];
      const auto c = static_cast<std::size_t>(candidate_of(at));
      Row<M>& left = is_true(at) ? left_false : left_true;
      const Row<M> next = (is_true(at) ? weak_[c] : strong_[c]) & left;
      left -= next;
      next.each([&](int n) {
        const int reached = node(n, !is_true(at));
        parents_[reached] = static_cast<std::int16_t>(at);
        queue_.push_back(reached);
      });
      if (parents_[node(to, false)] >= 0) break;
    }
    std::vector<std::uint16_t> result;
    for (int n = node(to, false); n >= 0; n = parents_[n]) {
      result.push_back(static_cast<std::uint16_t>(n));
    }
    std::reverse(result.begin(), result.end());
    return result;
  }

 private:
  static std::uint64_t differ(const Row<M>& a, const Row<M>& b) {
    std::uint64_t any = 0;
    for (unsigned w = 0; w < M; ++w) any |= a.words[w] ^ b.words[w];
    return any;
  }
  Row<M> excluded(const Row<M>& by) const {
    Row<M> result;
    by.each([&](int c) { result |= weak_[c]; });
    return result;
  }

  void list_near() {
    joined_.clear();
    Row<M> joined;
    for (const auto c : members_) {
      true_[c] = jumps_[c];
      false_[c] = strong_[c];
      if (!strong_[c].any()) continue;
      joined.set(c);
      joined_.push_back(c);
    }
    near_.clear();
    ends_.assign(1, 0);
    for (const auto c : members_) {
      (weak_[c] & joined).each([&](int u) { near_.push_back(static_cast<std::uint16_t>(u)); });
      ends_.push_back(static_cast<int>(near_.size()));
    }
  }

  // A link to the one member that is not false, unless a member is true already.
  void lead(int from, const Row<M>& falses, const Row<M>& trues, bool member, Row<M>& links) {
    if (trues.any() || member) return;
    int left = -1;
    for (const auto c : kept_) {
      if (falses.has(c)) continue;
      if (left >= 0) return;
      left = c;
    }
    if (left < 0) {
      for (const auto c : kept_) {
        if (c != from) links.set(c);
      }
    } else if (left != from) {
      links.set(left);
    }
  }

  Row<M> undecided_;
  std::vector<std::uint16_t> members_;  // the undecided ones, as a list
  std::vector<std::uint16_t> joined_;   // those of them with strong links
  std::vector<std::uint16_t> near_;     // joined ones that each member excludes, in sequence
  std::vector<int> ends_;
  std::vector<Row<M>> weak_, basic_strong_;  // of the whole position
  std::vector<Row<M>> strong_, jumps_;       // from false to true, and from true to true
  std::vector<Row<M>> true_, false_, after_true_, after_false_;
  std::vector<std::uint16_t> kept_;
  std::vector<std::int16_t> parents_;
  std::vector<int> queue_;
};

}  // namespace cpsudoku::logic::inline CPSUDOKU_BOARDS
