// Chains without branches, two links at a time: a weak one, then a strong one.
//
//     a --weak-- u --strong-- s      a true makes u false, and that s true: a leaps to s
//
// What follows from a true candidate in an even number of links is a set of true candidates, and so
// is what follows from a false one in an odd number; no others need to be kept:
//
//     from_true(a)    what is true after 2k links        from_true(a) ∪= from_false(u), a --weak-- u
//     from_false(u)   what is true after 2k + 1 links    from_false(u) = ∪ from_true(s), u --strong-- s
//
// Few candidates have strong links; those that have are *joined*.  (With both truths of every
// candidate in a row, one link at a time, the same takes six times as long.)
#pragma once

#include "logic/techniques/links.hpp"

namespace cpsudoku::logic::inline CPSUDOKU_BOARDS {

template <int M>
class Leaps {
 public:
  Numbering numbering;

  // k = 0: what is true after no link, and after one strong link.
  void build(const Position& position, Mask digits, unsigned kinds) {
    numbering.assign(position, digits);
    const auto size = static_cast<std::size_t>(numbering.size());
    weak_.assign(size, {});
    strong_.assign(size, {});
    const auto join = [](std::vector<Row<M>>& rows, int a, int b) {
      rows[a].set(b);
      rows[b].set(a);
    };
    pairs_.list(position, numbering, digits, kinds);
    for (const auto& [a, b] : pairs_.weak) join(weak_, a, b);
    for (const auto& [a, b] : pairs_.strong) join(strong_, a, b);
    start();
  }

  // Two links more; returns whether anything is new.
  bool grow() {
    std::uint64_t any = 0;
    for (std::size_t a = 0; a < true_.size(); ++a) {
      Row<M> row = true_[a];
      for (int i = ends_[a]; i < ends_[a + 1]; ++i) row |= false_[near_[i]];
      for (unsigned w = 0; w < M; ++w) any |= row.words[w] ^ true_[a].words[w];
      true_[a] = row;
    }
    if (!any) return false;
    for (const auto u : joined_) {
      Row<M> row;
      strong_[u].each([&](int s) { row |= true_[s]; });
      fresh_[u] = row - false_[u];
      false_[u] = row;
    }
    return true;
  }

  // Candidates with a strong link, ascending.
  const std::vector<std::uint16_t>& joined() const { return joined_; }
  const Row<M>& weak(int c) const { return weak_[c]; }
  const Row<M>& from_true(int c) const { return true_[c]; }
  const Row<M>& from_false(int c) const { return false_[c]; }
  // What has come to from_false last.
  const Row<M>& fresh(int c) const { return fresh_[c]; }
  // Whether c, if true, is false one link after from_true(c).
  bool refutes_itself(int c) const { return from_true(c).meets(weak(c)); }

 private:
  void start() {
    joined_.clear();
    Row<M> joined;
    for (int c = 0; c < numbering.size(); ++c) {
      if (!strong_[c].any()) continue;
      joined.set(c);
      joined_.push_back(static_cast<std::uint16_t>(c));
    }
    near_.clear();
    ends_.assign(1, 0);
    for (const auto& row : weak_) {
      (row & joined).each([&](int u) { near_.push_back(static_cast<std::uint16_t>(u)); });
      ends_.push_back(static_cast<int>(near_.size()));
    }
    true_.assign(weak_.size(), {});
    false_ = strong_;
    fresh_ = strong_;
  }

  LinkedPairs pairs_;
  std::vector<Row<M>> weak_;
  std::vector<Row<M>> strong_;
  std::vector<Row<M>> true_;
  std::vector<Row<M>> false_;
  std::vector<Row<M>> fresh_;
  std::vector<std::uint16_t> joined_;
  std::vector<std::uint16_t> near_;  // joined ones that each candidate excludes, in sequence
  std::vector<int> ends_;
};

}  // namespace cpsudoku::logic::inline CPSUDOKU_BOARDS
