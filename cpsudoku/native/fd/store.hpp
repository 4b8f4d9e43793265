// The state of a search: one array of 64-bit words that can be taken back.
//
//   words   [ r1c1 r1c2 … r9c9 | 0x1f 0x7 … ]
//             domains, a word a    what propagators remember: which tuples are left, which
//             cell, bit d is       states of an automaton, which parts of an `Or`
//             digit d
//
//   trail   (3, 0x1ff) (81, 0x1f) | (4, 0x0f) …       a word and what was in it
//                                 ^ mark of the newest level
//
// A word is written on the trail once a level: `stamp[word]` is the level that wrote it last, and
// levels are never numbered twice.  `push` opens a level, `pop` takes all back that happened in it.
//
// A propagator that narrows a domain notifies nothing itself: the store hands every change to its
// agenda, which wakes the propagators that wait for it.  While `quiet`, in the trials of an `Or`,
// none is woken.
#pragma once

#include "fd/agenda.hpp"

namespace cpsudoku::fd {

inline bool is_single(Mask mask) { return (mask & (mask - 1)) == 0; }

// Append this many bits, all set, as words of a store; returns where they begin.
inline std::uint32_t claim_bits(std::vector<Word>& words, std::size_t number) {
  const auto first = static_cast<std::uint32_t>(words.size());
  for (; number > 64; number -= 64) words.push_back(~Word{0});
  if (number > 0) words.push_back(all_digits(static_cast<int>(number)));
  return first;
}

class Store {
 public:
  // Words: a domain a cell, then what propagators remember.
  Store(std::span<const Word> words, Agenda& agenda)
      : words_(words.begin(), words.end()), stamps_(words.size(), 0), agenda_(&agenda) {}

  Mask operator[](Cell cell) const { return words_[cell]; }
  bool is_fixed(Cell cell) const { return is_single(words_[cell]); }

  // Keep no other digits in a cell than these.  ensure: false where no digit is left, and then
  // `failed` is the cell, whose domain is as it was.
  bool narrow(Cell cell, Mask keep) {
    const Mask before = words_[cell], after = before & keep;
    return after == before || change(cell, after);
  }

  bool narrow_all(std::span<const Cell> cells, Mask keep) {
    return all_of(cells, [&](const Cell cell) { return narrow(cell, keep); });
  }

  // The digits that just two of some cells may have.
  Mask with_two_places(std::span<const Cell> cells) const {
    Mask once = 0, twice = 0, more = 0;
    for (const Cell cell : cells) {
      const Mask mask = words_[cell];
      more |= twice & mask;
      twice |= once & mask;
      once |= mask;
    }
    return twice & ~more;
  }

  Word word(std::uint32_t index) const { return words_[index]; }
  void set_word(std::uint32_t index, Word value) {
    if (words_[index] != value) write(index, value);
  }

  void push() {
    levels_.push_back({trail_.size(), level_});
    level_ = ++last_level_;
  }
  void pop() {
    const auto [mark, level] = levels_.back();
    for (std::size_t i = trail_.size(); i > mark; --i) {
      words_[trail_[i - 1].first] = trail_[i - 1].second;
    }
    trail_.resize(mark);
    levels_.pop_back();
    level_ = level;
  }
  std::size_t depth() const { return levels_.size(); }

  // Number of changes of domains so far, taken back or not.
  std::uint64_t changes() const { return changes_; }
  Cell failed() const { return failed_; }
  // Say that a cell is where a propagator failed, whose domain is not empty.
  void fail(Cell cell) { failed_ = cell; }

  // While it is quiet, the agenda is not notified.  `set_quiet` returns what it was before.
  bool is_quiet() const { return quiet_; }
  bool set_quiet(bool quiet) { return std::exchange(quiet_, quiet); }

 private:
  struct Level {
    std::size_t mark;
    std::uint64_t before;
  };

  bool change(Cell cell, Mask after) {
    if (after == 0) {
      failed_ = cell;
      return false;
    }
    write(cell, after);
    ++changes_;
    if (!quiet_) agenda_->changed(cell, after);
    return true;
  }

  void write(std::uint32_t index, Word value) {
    if (stamps_[index] != level_) {
      trail_.emplace_back(index, words_[index]);
      stamps_[index] = level_;
    }
    words_[index] = value;
  }

  std::vector<Word> words_;
  std::vector<std::uint64_t> stamps_;
  std::vector<std::pair<std::uint32_t, Word>> trail_;
  std::vector<Level> levels_;
  std::uint64_t level_ = 0, last_level_ = 0;
  std::uint64_t changes_ = 0;
  Cell failed_ = 0;
  bool quiet_ = false;
  Agenda* agenda_;
};

}  // namespace cpsudoku::fd
