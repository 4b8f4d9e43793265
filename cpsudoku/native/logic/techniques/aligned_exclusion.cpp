// Aligned exclusion: which digits two or three cells may have together, where another cell would be
// left without any.
//
//     base cells a {1,2}, b {1,3}      cells that see both: {1,3}, {2,3}
//     a = 2 leaves b 1 (no: 3 would empty {2,3}), a = 1 leaves b nothing (3 would empty {1,3})
//
// so a is 2.  Every choice for the base cells is tried; a candidate that no choice allows goes.  The
// cells that exclude have two digits for a pair, two or three for a triplet.
#include "logic/techniques/families.hpp"

namespace cpsudoku::logic::inline CPSUDOKU_BOARDS {
namespace {

const Technique kPair{"aligned pair exclusion", "aligned exclusion"};
const Technique kTriplet{"aligned triplet exclusion", "aligned exclusion"};

class Exclusion {
 public:
  Exclusion(Search& search, int size)
      : search_(search), position_(search.position), houses_(search.houses()), size_(size) {
    for (const Cell cell : position_.open()) {
      const int many = count(position_.candidates(cell));
      if (many < 2 || many > size) continue;
      excluding_.set(cell);
      near_ |= houses_.peers(cell);
    }
    near_ &= position_.open();
  }

  bool find() {
    for (const Cell a : near_) {
      if (search_.expired()) return false;
      const auto around_a = houses_.peers(a) & excluding_;
      if (around_a.count() < 2) continue;
      CellSet partners;
      for (const Cell cell : around_a) partners |= houses_.peers(cell);
      partners &= near_;
      for (const Cell b : partners) {
        if (b <= a) continue;
        const auto around = around_a & houses_.peers(b);
        if (around.count() < 2) continue;
        if (size_ == 2 ? try_pair(a, b, around) : try_third(a, b, around)) return true;
      }
    }
    return false;
  }

 private:
  bool try_pair(Cell a, Cell b, const CellSet& around) {
    if (!loses_one(a, b, around) && !loses_one(b, a, around)) return false;
    base_.assign({a, b});
    return try_base(around);
  }
  // Whether some digit of one leaves the other none.
  bool loses_one(Cell one, Cell other, const CellSet& around) const {
    const Mask left = position_.candidates(other);
    for (const Digit d : bits(position_.candidates(one))) {
      Mask gone = houses_.see(one, other) ? bit(d) : 0;
      for (const Cell cell : around) {
        if (position_.has(cell, d)) gone |= position_.candidates(cell) & ~bit(d);
      }
      if (!(left & ~gone)) return true;
    }
    return false;
  }

  bool try_third(Cell a, Cell b, const CellSet& around_both) {
    auto thirds = (houses_.peers(a) | houses_.peers(b)) & excluding_;
    thirds.reset(a);
    thirds.reset(b);
    for (const Cell c : thirds) {
      if (c < b && tried_before(a, b, c)) continue;
      const auto around = around_both & houses_.peers(c);
      if (around.count() < 2) continue;
      base_.assign({a, b, c});
      if (try_base(around)) return true;
    }
    return false;
  }
  // Whether the same three came up as an earlier pair and its third.
  bool tried_before(Cell a, Cell b, Cell c) const {
    if (excluding_.has(b) && (houses_.see(b, a) || houses_.see(b, c))) return true;
    return c < a && excluding_.has(a) && (houses_.see(a, b) || houses_.see(a, c));
  }

  // A choice that is allowed is a witness for each of its candidates; only for those without one is
  // another choice looked for.
  bool try_base(const CellSet& around) {
    Mask together = 0;
    for (const Cell cell : base_) together |= position_.candidates(cell);
    masks_.clear();
    for (const Cell cell : around) {
      const Mask mask = position_.candidates(cell);
      if (!(mask & ~together)) masks_.push_back(mask);
    }
    allowed_.assign(base_.size(), 0);
    chosen_.assign(base_.size(), 0);
    for (std::size_t i = 0; i < base_.size(); ++i) {
      for (const Digit d : bits(position_.candidates(base_[i]))) {
        if (allowed_[i] >> d & 1) continue;
        chosen_[i] = d;
        if (!choose(0, i, bit(d))) return close(base_[i], d, around);
      }
    }
    return false;
  }

  // Whether there is an allowed choice with the digit that `fixed` has already; chooses for the other
  // cells, from `at` on.
  bool choose(std::size_t at, std::size_t fixed, Mask used) {
    if (at == fixed) return choose(at + 1, fixed, used);
    if (at >= base_.size()) {
      for (std::size_t i = 0; i < base_.size(); ++i) allowed_[i] |= bit(chosen_[i]);
      return true;
    }
    for (const Digit d : bits(position_.candidates(base_[at]))) {
      if (clashes(at, fixed, d) || empties(used | bit(d))) continue;
      chosen_[at] = d;
      if (choose(at + 1, fixed, used | bit(d))) return true;
    }
    return false;
  }
  bool clashes(std::size_t at, std::size_t fixed, Digit d) const {
    if (fixed > at && chosen_[fixed] == d && houses_.see(base_[fixed], base_[at])) return true;
    for (std::size_t i = 0; i < at; ++i) {
      if (chosen_[i] == d && houses_.see(base_[i], base_[at])) return true;
    }
    return false;
  }
  bool empties(Mask used) const {
    return any_of(masks_, [&](const Mask mask) { return !(mask & ~used); });
  }

  // One candidate at a time, as Sudoku Explainer and skfr have it.
  bool close(Cell cell, Digit gone, const CellSet& around) {
    Step& step = search_.begin(size_ == 2 ? kPair : kTriplet);
    step.eliminate(cell, gone);
    if (search_.wants_evidence()) {
      step.evidence.cells = base_;
      for (const Cell other : around) {
        step.evidence.sets.push_back({{other}, position_.candidates(other)});
      }
    }
    return search_.close();
  }

  Search& search_;
  const Position& position_;
  const Houses& houses_;
  int size_;
  CellSet excluding_;
  CellSet near_;  // that see one of them
  std::vector<Cell> base_;
  std::vector<Mask> masks_;  // that the base can take all of
  std::vector<Mask> allowed_;
  std::vector<Digit> chosen_;
};

template <int K>
bool find_aligned(Search& search) {
  return Exclusion(search, K).find();
}

}  // namespace

std::vector<Finder> aligned_exclusion() {
  return {finder(kPair, find_aligned<2>), finder(kTriplet, find_aligned<3>)};
}

}  // namespace cpsudoku::logic::inline CPSUDOKU_BOARDS
