// Proofs about almost locked sets: from an assumption to all that follows in some sets.
//
// A set that loses one of its digits is locked: each other digit is in it.  A digit that is in one
// set is in no other one whose places for it all of these see.  Continuing until nothing follows
// gives one proof for each case, whatever the pattern's name is.
#pragma once

#include "logic/techniques/link_graph.hpp"

namespace cpsudoku::logic::inline CPSUDOKU_BOARDS {

class LockedSetProof {
 public:
  LockedSetProof(const Position& position, const std::vector<AlmostLocked>& sets)
      : position_(position), sets_(sets) {}

  // The proof that, once these candidates of one digit are as `truth` says, all of `gone` is false.
  Proof from(std::vector<Candidate> candidates, bool truth, const std::vector<Candidate>& gone) {
    proof_ = {{std::move(candidates), truth}};
    lost_.assign(sets_.size(), 0);
    kept_.assign(sets_.size(), 0);
    for (std::size_t i = 0; i < proof_.size(); ++i) {
      const Assertion line = proof_[i];
      if (line.truth) {
        exclude(line, static_cast<int>(i));
      } else {
        lock(line, static_cast<int>(i));
      }
    }
    exclude_all(position_.houses(), proof_, gone);
    return std::move(proof_);
  }

 private:
  std::vector<Candidate> inside(std::size_t set, Digit digit) const {
    return candidates_of(sets_[set].cells & position_.cells(digit), digit);
  }

  // The sets that lose the digit that is in the line's cells.
  void exclude(const Assertion& line, int number) {
    const Digit digit = line.candidates[0].digit;
    for (std::size_t i = 0; i < sets_.size(); ++i) {
      if ((lost_[i] >> digit & 1) || !(sets_[i].digits >> digit & 1)) continue;
      const auto places = inside(i, digit);
      const auto is_gone = [&](const Candidate& c) {
        return excludes(position_.houses(), line.candidates, c);
      };
      if (!all_of(places, is_gone)) continue;
      lost_[i] |= bit(digit);
      proof_.push_back({places, false, Reason::peer, {number}, -1});
    }
  }

  // The sets whose places for a digit are all in the line.
  void lock(const Assertion& line, int number) {
    const Digit digit = line.candidates[0].digit;
    for (std::size_t i = 0; i < sets_.size(); ++i) {
      if (inside(i, digit) != line.candidates) continue;
      lost_[i] |= bit(digit);
      const Mask news = sets_[i].digits & ~bit(digit) & ~kept_[i];
      kept_[i] |= news;
      for (const Digit d : bits(news)) {
        proof_.push_back({inside(i, d), true, Reason::set, {number}, static_cast<int>(i)});
      }
    }
  }

  const Position& position_;
  const std::vector<AlmostLocked>& sets_;
  Proof proof_;
  // Of each set the digits that were shown to be outside and inside; both, where a case is
  // impossible.
  std::vector<Mask> lost_;
  std::vector<Mask> kept_;
};

}  // namespace cpsudoku::logic::inline CPSUDOKU_BOARDS
