// What follows where one of some candidates must be true, or else a pattern with two solutions were
// left: loops of two digits, and bivalue universal graves.
//
// A *guarded* cell has digits of the pattern ("kept") and others ("extra").  One extra is true:
//
//     type 1   one guarded cell: it loses what the pattern keeps
//     type 2   all extras are one digit: what sees them all loses it
//     type 3   two cells or more in a house: the extras together are like one cell of a naked set
//     type 4   two cells in a house in which a kept digit has no other place: one of them is that
//              digit, so neither is another kept one
//
// Type 3 also covers hidden sets, since the rest of the house is one whenever the set is naked; its
// size is that of the smaller of the two.
#pragma once

#include "core/ordering.hpp"
#include "logic/techniques/hints.hpp"

namespace cpsudoku::logic::inline CPSUDOKU_BOARDS {

struct Guarded {
  Cell cell;
  Mask kept;
  Mask extra;
};

// The techniques of a pattern and their numbers, in tenths: those of types 1, 2 and 4, and what the
// size of a set of type 3 is added to.
struct GuardianNumbers {
  std::array<const Technique*, 4> types;
  std::array<int, 4> bases;    // the technique's own numbers
  std::array<int, 4> numbers;  // with what the pattern's size adds
};

// Steps with their numbers; the easiest are handed over.
struct NumberedSteps {
  struct Entry {
    int number;
    Step step;
    int pattern;
  };
  std::vector<Entry> entries;
  int patterns = 0;  // so far: entries of the same one have its number

  void add(int number, Step step) {
    for (const auto& e : entries) {
      if (e.step.eliminations == step.eliminations && e.number <= number) return;
    }
    entries.push_back({number, std::move(step), patterns});
  }
  // Makes one step of all with this number, the first of each pattern.
  void join(int number) {
    Step all;
    int last = -1;
    for (const auto& [n, step, pattern] : entries) {
      if (n != number || pattern == last) continue;
      last = pattern;
      all.technique = all.technique ? all.technique : step.technique;
      all.eliminations.insert(all.eliminations.end(), step.eliminations.begin(),
                              step.eliminations.end());
      all.evidence.inner.push_back(step);
    }
    if (all.evidence.inner.size() < 2) return;
    sort_candidates(all.eliminations);
    all.surplus = all.evidence.inner[0].surplus;
    std::erase_if(entries, [&](const Entry& e) { return e.number == number; });
    entries.push_back({number, std::move(all), last});
  }
  bool close(Search& search) {
    sort_by_rank(entries, [](const Entry& entry) { return Rank{entry.number}; });
    for (auto& [number, step, pattern] : entries) {
      search.begin(*step.technique) = std::move(step);
      if (search.close()) return true;
    }
    return false;
  }
};

class Guardians {
 public:
  Guardians(Search& search, const GuardianNumbers& numbers, std::vector<Cell> pattern,
            std::vector<Guarded> guarded, NumberedSteps& out)
      : search_(search),
        numbers_(numbers),
        pattern_(std::move(pattern)),
        guarded_(std::move(guarded)),
        out_(out) {}

  void conclude(bool adjacent_only = false, Mask not_in_sets = 0) {
    if (guarded_.size() == 1) return type1();
    const bool adjacent = in_one_house();
    if (!adjacent_only || adjacent || guarded_.size() > 2) type2();
    if (!adjacent) return;
    for (const GroupId house : search_.houses().all()) {
      if (!all_in(house)) continue;
      if (guarded_.size() == 2) type4(house);
      type3(house, not_in_sets);
    }
  }

 private:
  const Position& position() const { return search_.position; }

  bool all_in(GroupId house) const {
    const auto& set = search_.houses()[house].set;
    return all_of(guarded_, [&](const Guarded& g) { return set.has(g.cell); });
  }
  bool in_one_house() const {
    const auto& all = search_.houses().all();
    return any_of(all, [&](GroupId house) { return all_in(house); });
  }
  Mask extras() const {
    Mask all = 0;
    for (const Guarded& g : guarded_) all |= g.extra;
    return all;
  }

  Step draft(std::size_t type) const {
    Step step;
    step.technique = numbers_.types[type];
    step.surplus = numbers_.numbers[type] - numbers_.bases[type];
    if (!search_.wants_evidence()) return step;
    step.evidence.cells = pattern_;
    for (const Guarded& g : guarded_) {
      Step::add_candidates(g.cell, g.extra, step.evidence.candidates);
    }
    return step;
  }
  void close(Step step, std::size_t type, int more = 0) {
    if (step.empty()) return;
    step.surplus += more;
    out_.add(numbers_.numbers[type] + more, std::move(step));
  }

  void type1() {
    Step step = draft(0);
    step.eliminate_digits(guarded_[0].cell,
                          guarded_[0].kept & position().candidates(guarded_[0].cell));
    close(std::move(step), 0);
  }

  void type2() {
    const Mask all = extras();
    if (!single(all)) return;
    const Digit d = std::countr_zero(all);
    auto gone = position().cells(d);
    for (const Guarded& g : guarded_) gone &= search_.houses().peers(g.cell);
    Step step = draft(1);
    step.eliminate(gone, d);
    close(std::move(step), 1);
  }

  void type4(GroupId house) {
    const Guarded& a = guarded_[0];
    const Guarded& b = guarded_[1];
    for (const Digit d : bits(a.kept & b.kept)) {
      if (count(position().places(house, d)) != 2) continue;
      Step step = draft(3);
      step.eliminate_digits(a.cell, a.kept & ~bit(d));
      step.eliminate_digits(b.cell, b.kept & ~bit(d));
      if (search_.wants_evidence()) step.evidence.base = {house};
      close(std::move(step), 3);
    }
  }

  void type3(GroupId house, Mask not_in_sets) {
    const auto& cells = search_.houses()[house].cells;
    others_.clear();
    int open = 0;
    for (const Cell cell : cells) {
      if (!position().open().has(cell) || is_guarded(cell)) continue;
      ++open;
      if (!(position().candidates(cell) & not_in_sets)) others_.push_back(cell);
    }
    choose(house, open, 0, extras(), 0);
  }
  bool is_guarded(Cell cell) const {
    return any_of(guarded_, [&](const Guarded& g) { return g.cell == cell; });
  }

  // Adds cells from `begin` on to those chosen, which have the digits.
  void choose(GroupId house, int open, std::size_t begin, Mask digits, Mask chosen) {
    const int size = count(chosen) + 1;
    if (size >= 2 && count(digits) == size) close_set(house, open, digits, chosen);
    for (std::size_t i = begin; i < others_.size(); ++i) {
      choose(house, open, i + 1, digits | position().candidates(others_[i]),
             chosen | bit(static_cast<int>(i)));
    }
  }
  void close_set(GroupId house, int open, Mask digits, Mask chosen) {
    const int size = std::min(count(digits), open + 2 - count(digits));
    if (size < 2 || size > 5) return;
    LockedSet set{{}, digits};
    for (const int i : bits(chosen)) set.cells.push_back(others_[i]);
    Step step = draft(2);
    for (const Cell cell : search_.houses()[house].cells) {
      const auto in_set = std::find(set.cells.begin(), set.cells.end(), cell);
      if (is_guarded(cell) || in_set != set.cells.end()) continue;
      step.eliminate_digits(cell, position().candidates(cell) & digits);
    }
    if (search_.wants_evidence()) {
      step.evidence.base = {house};
      step.evidence.sets = {set};
    }
    close(std::move(step), 2, size - 2);
  }

  Search& search_;
  const GuardianNumbers& numbers_;
  std::vector<Cell> pattern_;
  std::vector<Guarded> guarded_;
  std::vector<Cell> others_;
  NumberedSteps& out_;
};

}  // namespace cpsudoku::logic::inline CPSUDOKU_BOARDS
