// Singles in the order in which they arise, as HoDoKu takes them: two queues, one of cells that come
// to have one candidate and one of digits that come to have one place in a house.
//
// Givens are placed one after the other, in the order of the cells.  Placing a digit takes it from
// the peers, in the order of the cells, then the other candidates from the cell; whatever is left
// alone by one of these joins its queue.  Of a naked single that is the last of a house a full house
// is made, and these come first; then come naked singles, then hidden ones, each the oldest first.
// (Found by watching HoDoKu's paths: which of two singles comes first decides what the other is
// called, and so the score.)
#include <limits>

#include "logic/techniques/families.hpp"
#include "logic/techniques/singles.hpp"

namespace cpsudoku::logic {
namespace {

// The position as it was at the last search, and what has arisen since the beginning.
template <int W>
class Arrivals {
 public:
  void follow(const Search<W>& search) {
    const auto& position = search.position;
    // A path's searches have consecutive numbers.
    if (search.turn != turn_ + 1) begin(search.houses());
    turn_ = search.turn;
    houses_ = &search.houses();
    for (Cell cell = 0; cell < houses_->cells(); ++cell) {
      if (digits_[at(cell)] < 0 && position.digit(cell) >= 0) place(cell, position.digit(cell));
    }
    for (const Cell cell : position.open()) {
      for (const Digit d : bits(candidates_[at(cell)] & ~position.candidates(cell))) remove(cell, d);
    }
  }

  const std::vector<Candidate>& naked() const { return naked_; }
  const std::vector<Candidate>& hidden() const { return hidden_; }

 private:
  static std::size_t at(int i) { return static_cast<std::size_t>(i); }

  void begin(const Houses<W>& houses) {
    houses_ = &houses;
    candidates_.assign(at(houses.cells()), houses.all_digits());
    digits_.assign(at(houses.cells()), -1);
    left_.assign(houses.groups().size() * at(houses.digits()), 0);
    for (std::size_t i = 0; i < left_.size(); ++i) {
      left_[i] = static_cast<int>(houses.groups()[i / at(houses.digits())].cells.size());
    }
    naked_.clear();
    hidden_.clear();
  }

  int& left(GroupId group, Digit digit) { return left_[at(group * houses_->digits() + digit)]; }

  void leave(GroupId group, Digit digit) {
    if (--left(group, digit) != 1 || !(*houses_)[group].exact) return;
    for (const Cell cell : (*houses_)[group].cells) {
      if (digits_[at(cell)] >= 0 || !(candidates_[at(cell)] >> digit & 1)) continue;
      hidden_.push_back(Step::candidate(cell, digit));
      return;
    }
  }

  void remove(Cell cell, Digit digit) {
    const Mask rest = candidates_[at(cell)] &= ~bit(digit);
    for (const auto& m : houses_->groups_of(cell)) leave(m.group, digit);
    if (single(rest)) naked_.push_back(Step::candidate(cell, std::countr_zero(rest)));
  }

  void place(Cell cell, Digit digit) {
    const Mask others = candidates_[at(cell)] & ~bit(digit);
    candidates_[at(cell)] = 0;
    digits_[at(cell)] = digit;
    for (const Cell peer : houses_->peers(cell)) {
      if (candidates_[at(peer)] >> digit & 1) remove(peer, digit);
    }
    for (const auto& m : houses_->groups_of(cell)) left(m.group, digit) = 0;
    for (const Digit d : bits(others)) {
      for (const auto& m : houses_->groups_of(cell)) leave(m.group, d);
    }
  }

  std::uint64_t turn_ = std::numeric_limits<std::uint64_t>::max() - 1;
  const Houses<W>* houses_ = nullptr;
  std::vector<Mask> candidates_;
  std::vector<Digit> digits_;
  std::vector<int> left_;  // places of each digit in each group
  std::vector<Candidate> naked_;
  std::vector<Candidate> hidden_;
};

template <int W>
GroupId house_of_last(const Position<W>& position, Cell cell) {
  for (const auto& m : position.houses().groups_of(cell)) {
    if (position.houses()[m.group].exact && position.open_count(m.group) == 1) return m.group;
  }
  return -1;
}

template <int W>
GroupId house_of_hidden(const Position<W>& position, const Candidate& single) {
  if (!position.has(single.cell, single.digit)) return -1;
  for (const auto& m : position.houses().groups_of(single.cell)) {
    if (position.once(m.group) >> single.digit & 1 && position.houses()[m.group].exact) return m.group;
  }
  return -1;
}

template <int W>
bool close_single(Search<W>& search, const Candidate& single, GroupId house, const Technique& as) {
  Step& step = search.begin(as);
  step.place(single.cell, single.digit);
  if (search.wants_evidence()) {
    step.evidence.cells = {single.cell};
    if (house >= 0) step.evidence.base = {house};
  }
  return search.close();
}

template <int W>
bool find_by_arrival(Search<W>& search) {
  auto& arrivals = search.memory.template get<Arrivals<W>>();
  arrivals.follow(search);
  const auto& position = search.position;
  if (position.may_have_full_house()) {
    for (const auto& single : arrivals.naked()) {
      if (!position.naked().has(single.cell)) continue;
      const GroupId house = house_of_last(position, single.cell);
      if (house >= 0 && close_single(search, single, house, kFullHouse)) return true;
    }
  }
  for (const auto& single : arrivals.naked()) {
    if (!position.naked().has(single.cell)) continue;
    if (close_single(search, single, -1, kNakedSingle)) return true;
  }
  for (const auto& single : arrivals.hidden()) {
    const GroupId house = house_of_hidden(position, single);
    if (house >= 0 && close_single(search, single, house, kHiddenSingle)) return true;
  }
  return false;
}

}  // namespace

template <int W>
std::vector<Finder<W>> arrivals() {
  return {{"singles by arrival", {&kFullHouse, &kNakedSingle, &kHiddenSingle}, find_by_arrival<W>}};
}

template std::vector<Finder<kNarrow>> arrivals();
template std::vector<Finder<kWide>> arrivals();

}  // namespace cpsudoku::logic
