// Singles in the order in which they arise, as HoDoKu takes them: two queues, one of cells that come
// to have one candidate and one of digits that come to have one place in a house.
//
// Givens are placed in the order of the cells.  Placing a digit takes it from
// the peers, in the order of the cells, then the other candidates from the cell; whatever is left
// alone by one of these joins its queue.  Of a naked single that is the last of a house a full house
// is made, and these come first; then come naked singles, then hidden ones, each the oldest first.
// (Found by watching HoDoKu's paths: which of two singles comes first decides what the other is
// called, and so the score.)
//
// What arises on the path the position notes down.  Of the singles that are there when a path begins,
// each arose when the last of its rivals went:
//
//     given   its cell: the moment at which its digit is placed
//     rival   goes with the first given of its digit among its peers, or with its own cell's given
//     single  the latest moment of all its rivals
#include <limits>

#include "logic/techniques/families.hpp"

namespace cpsudoku::logic::inline CPSUDOKU_BOARDS {
namespace {

// When a candidate went, as a number that is larger the later: with the digit of the given at a cell,
// from its peers in the order of cells, or (`own`) from its own cell in the order of digits.  What was
// eliminated went after all givens.
using Moment = std::uint64_t;
inline Moment moment(int given, bool own, int rank) {
  return static_cast<Moment>(given) << 44 | static_cast<Moment>(own) << 43 |
         static_cast<Moment>(rank) << 32;
}

class StartingSingles {
 public:
  explicit StartingSingles(const Position& position)
      : position_(position), houses_(position.houses()) {
    given_in_.assign(houses_.groups().size() * static_cast<std::size_t>(houses_.digits()),
                     static_cast<std::uint16_t>(houses_.cells()));
    for (Cell cell = houses_.cells() - 1; cell >= 0; --cell) {
      const Digit digit = position.digit(cell);
      if (digit < 0) continue;
      for (const auto& m : houses_.groups_of(cell)) {
        given_in_[m.first + digit] = static_cast<std::uint16_t>(cell);
      }
    }
  }

  void add_naked(std::vector<Candidate>& queue) {
    for (const Cell cell : position_.naked()) {
      const Mask digit = position_.candidates(cell);
      Moment last = 0;
      for (const Digit d : bits(houses_.all_digits() & ~digit))
        last = std::max(last, gone(cell, d));
      found_.push_back({last, Step::candidate(cell, std::countr_zero(digit))});
    }
    move_to(queue);
  }

  void add_hidden(std::vector<Candidate>& queue) {
    for (const GroupId house : houses_.all()) {
      for (const Digit d : bits(position_.once(house))) {
        const Cell cell = position_.first_place(house, d);
        Moment last = 0;
        for (const Cell rival : houses_[house].cells) {
          if (rival != cell) last = std::max(last, gone(rival, d));
        }
        // Of what went at one moment, digits and then houses in their order.
        last += static_cast<Moment>(d << 24 | house);
        found_.push_back({last, Step::candidate(cell, d)});
      }
    }
    move_to(queue);
  }

 private:
  Moment gone(Cell cell, Digit digit) const {
    int first = houses_.cells();
    for (const auto& m : houses_.groups_of(cell)) {
      first = std::min<int>(first, given_in_[m.first + digit]);
    }
    const bool own = position_.digit(cell) >= 0 && cell < first;
    return own ? moment(cell, true, digit) : moment(first, false, cell);
  }

  void move_to(std::vector<Candidate>& queue) {
    std::sort(found_.begin(), found_.end());
    for (const auto& [when, single] : found_) queue.push_back(single);
    found_.clear();
  }

  const Position& position_;
  const Houses& houses_;
  std::vector<std::uint16_t> given_in_;  // of each group and digit the first cell that has it
  std::vector<std::pair<Moment, Candidate>> found_;
};

// One queue: what was there at the beginning, then what the position noted down.
struct Queue {
  std::vector<Candidate> singles;
  std::size_t first = 0;  // all before it are gone
  std::size_t taken = 0;  // of the position's notes

  void begin(std::size_t noted) {
    singles.clear();
    first = 0;
    taken = noted;
  }
  void follow(const std::vector<Candidate>& notes) {
    for (; taken < notes.size(); ++taken) singles.push_back(notes[taken]);
  }
  template <class Alive>
  void drop_gone(const Alive& alive) {
    while (first < singles.size() && !alive(singles[first])) ++first;
  }
  std::span<const Candidate> left() const { return std::span(singles).subspan(first); }
};

class Arrivals {
 public:
  void follow(const Search& search) {
    const auto& position = search.position;
    // A path's searches have consecutive numbers.
    if (search.turn != turn_ + 1) begin(position);
    turn_ = search.turn;
    naked_.follow(position.arrived_naked());
    hidden_.follow(position.arrived_hidden());
    naked_.drop_gone([&](const Candidate& c) { return position.naked().has(c.cell); });
    hidden_.drop_gone([&](const Candidate& c) { return position.has(c.cell, c.digit); });
  }

  std::span<const Candidate> naked() const { return naked_.left(); }
  std::span<const Candidate> hidden() const { return hidden_.left(); }

 private:
  void begin(const Position& position) {
    naked_.begin(position.arrived_naked().size());
    hidden_.begin(position.arrived_hidden().size());
    StartingSingles there(position);
    there.add_naked(naked_.singles);
    there.add_hidden(hidden_.singles);
  }

  std::uint64_t turn_ = std::numeric_limits<std::uint64_t>::max() - 1;
  Queue naked_;
  Queue hidden_;
};

GroupId house_of_last(const Position& position, Cell cell) {
  for (const auto& m : position.houses().groups_of(cell)) {
    if (position.open_count(m.group) == 1 && position.houses()[m.group].exact) return m.group;
  }
  return -1;
}

GroupId house_of_hidden(const Position& position, const Candidate& single) {
  if (!position.has(single.cell, single.digit)) return -1;
  for (const auto& m : position.houses().groups_of(single.cell)) {
    if (position.once(m.group) >> single.digit & 1 && position.houses()[m.group].exact)
      return m.group;
  }
  return -1;
}

bool find_by_arrival(Search& search) {
  auto& arrivals = search.memory.get<Arrivals>();
  arrivals.follow(search);
  const auto& position = search.position;
  if (position.may_have_full_house()) {
    for (const auto& single : arrivals.naked()) {
      if (!position.naked().has(single.cell)) continue;
      const GroupId house = house_of_last(position, single.cell);
      if (house >= 0 && close_single(search, kFullHouse, single, house)) return true;
    }
  }
  for (const auto& single : arrivals.naked()) {
    if (!position.naked().has(single.cell)) continue;
    if (close_single(search, kNakedSingle, single, -1)) return true;
  }
  for (const auto& single : arrivals.hidden()) {
    const GroupId house = house_of_hidden(position, single);
    if (house >= 0 && close_single(search, kHiddenSingle, single, house)) return true;
  }
  return false;
}

}  // namespace

std::vector<Finder> arrivals() {
  return {{"singles by arrival", {&kFullHouse, &kNakedSingle, &kHiddenSingle}, find_by_arrival}};
}

}  // namespace cpsudoku::logic::inline CPSUDOKU_BOARDS
