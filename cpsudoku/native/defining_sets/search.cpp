#include "defining_sets/search.hpp"

#include <algorithm>
#include <numeric>

#include "core/bits.hpp"
#include "core/ordering.hpp"
#include "core/randomness.hpp"

namespace cpsudoku::defining_sets {

namespace {
constexpr std::size_t kSampleWords = 4;
constexpr std::size_t kFirstRoom = 64;
// Between two looks at the clock: some tens of microseconds.
constexpr std::size_t kPause = 32;
// Parts of larger sets are not looked up: they double with every choice, and to ask costs the same.
constexpr std::size_t kMostOthers = 12;

constexpr bool several(std::uint64_t word) { return (word & (word - 1)) != 0; }
}  // namespace

DefiningSets::DefiningSets(std::size_t choices, std::size_t cells, Ask ask)
    : choices_(choices),
      cells_(cells),
      ask_(std::move(ask)),
      known_(0, SameRow{this}, SameRow{this}),
      width_(static_cast<unsigned>(std::bit_width(choices))),
      remembered_(64 / width_),
      at_(choices, -1) {}

std::size_t DefiningSets::SameRow::operator()(std::size_t number) const {
  std::uint64_t hash = 0;
  for (const Choice choice : of->row(number)) hash = (hash ^ choice) * kGolden;
  return static_cast<std::size_t>(hash ^ hash >> 32);
}

bool DefiningSets::SameRow::operator()(std::size_t one, std::size_t other) const {
  const auto row = of->row(one), another = of->row(other);
  return std::equal(row.begin(), row.end(), another.begin(), another.end());
}

void DefiningSets::grow() {
  // Not a power of two, with which all columns would compete for the same lines of a cache.
  const std::size_t room = 2 * room_ + kFirstRoom + 8;
  std::vector<Word> wider(choices_ * room);
  for (std::size_t c = 0; c < choices_; ++c) {
    std::copy_n(table_.begin() + static_cast<std::ptrdiff_t>(c * room_), room_,
                wider.begin() + static_cast<std::ptrdiff_t>(c * room));
  }
  table_ = std::move(wider);
  room_ = room;
}

void DefiningSets::add(Row row) {
  row_.insert(row_.end(), row.begin(), row.end());
  if (!known_.insert(count_).second) {
    row_.resize(count_ * cells_);
    return;
  }
  if (count_ == 64 * room_) grow();
  for (const Choice choice : row) table_[choice * room_ + count_ / 64] |= Word{1} << count_ % 64;
  ++count_;
}

std::vector<DefiningSets::Choice> DefiningSets::by_rarity() const {
  std::vector<std::size_t> count(choices_);
  for (const Choice choice : row_) ++count[choice];
  std::vector<Choice> order(choices_);
  std::iota(order.begin(), order.end(), Choice{0});
  sort_by_rank(order,
               [&](Choice choice) { return Rank{static_cast<std::int64_t>(count[choice])}; });
  // What no solution has is in no answer; what all have helps none.
  std::erase_if(order,
                [&](Choice c) { return count[c] == 0 || (complete_ && count[c] == count_); });
  return order;
}

DefiningSets::Parts DefiningSets::all_rows() const {
  Parts parts;
  for (std::size_t w = 0; w < words(); ++w) {
    const std::size_t left = count_ - 64 * w;
    parts.push_back({w, left < 64 ? (Word{1} << left) - 1 : ~Word{0}});
  }
  return parts;
}

DefiningSets::Parts DefiningSets::narrowed(const Parts& rows, Choice choice) const {
  const Word* const bits = column(choice);
  Parts parts;
  for (const Part& part : rows) {
    if (const Word both = part.rows & bits[part.place]) parts.push_back({part.place, both});
  }
  return parts;
}

DefiningSets::Parts DefiningSets::rows_of(std::span<const Choice> set) const {
  Parts rows = all_rows();
  for (const Choice choice : set) rows = narrowed(rows, choice);
  return rows;
}

// Number of rows with a choice, but at most `enough`, which is 1 or 2.
std::size_t DefiningSets::support(const Parts& rows, Choice choice, std::size_t enough) const {
  const Word* const bits = column(choice);
  std::size_t count = 0;
  // The newest rows are of the rare kinds that a suspect is of.
  for (auto part = rows.rbegin(); part != rows.rend() && count < enough; ++part) {
    const Word both = part->rows & bits[part->place];
    if (both != 0) count += several(both) ? 2 : 1;
  }
  return std::min(count, enough);
}

// How many solutions have a set, 2 for more.
unsigned DefiningSets::solutions(std::span<const Choice> set) {
  if (!complete_) return ask_(*this, set);
  const Parts rows = rows_of(set);
  if (rows.empty()) return 0;
  return rows.size() > 1 || several(rows[0].rows) ? 2 : 1;
}

DefiningSets::Answer DefiningSets::find(std::size_t k, Watch& watch) {
  set_.clear();
  if (k == 0) return Answer::none;
  if (k == 1) return find_one(watch);
  return extend(all_rows(), by_rarity(), k, watch);
}

DefiningSets::Answer DefiningSets::find_one(Watch& watch) {
  for (Choice choice = 0; choice < choices_; ++choice) {
    if (watch.expired()) return Answer::out_of_time;
    if (support(all_rows(), choice, 2) >= 2) continue;
    set_ = {choice};
    if (solutions(set_) == 1) {
      found_ = set_;
      return Answer::found;
    }
  }
  return Answer::none;
}

// Extends `set_` by k choices out of `later`.
DefiningSets::Answer DefiningSets::extend(const Parts& rows, const std::vector<Choice>& later,
                                          std::size_t k, Watch& watch) {
  if (watch.expired()) return Answer::out_of_time;
  if (k == 2) return finish(later, watch);
  for (std::size_t i = 0; i < later.size(); ++i) {
    const Parts left = narrowed(rows, later[i]);
    std::vector<Choice> next;
    for (std::size_t j = i + 1; j < later.size(); ++j) {
      // A part without rows is without solutions; that is the invariant.
      if (support(left, later[j], 1) > 0) next.push_back(later[j]);
    }
    set_.push_back(later[i]);
    const Answer answer = extend(left, next, k - 1, watch);
    set_.pop_back();
    if (answer != Answer::none) return answer;
  }
  return Answer::none;
}

// Lays the newest of some rows into the small table.
void DefiningSets::take_sample(const Parts& rows, const std::vector<Choice>& later) {
  const std::size_t width = later.size();
  sample_.assign(kSampleWords * width, 0);
  for (std::size_t i = 0; i < width; ++i) at_[later[i]] = static_cast<std::int32_t>(i);
  std::size_t taken = 0;
  for (auto part = rows.rbegin(); part != rows.rend(); ++part) {
    for (Word left = part->rows; left != 0 && taken < 64 * kSampleWords;
         left &= left - 1, ++taken) {
      const std::size_t number =
          64 * part->place + static_cast<std::size_t>(std::countr_zero(left));
      for (const Choice choice : row(number)) {
        if (at_[choice] < 0) continue;
        sample_[taken / 64 * width + static_cast<std::size_t>(at_[choice])] |= Word{1}
                                                                               << taken % 64;
      }
    }
  }
  for (const Choice choice : later) at_[choice] = -1;
}

// Extends `set_` by two choices out of `later`.
DefiningSets::Answer DefiningSets::finish(const std::vector<Choice>& later, Watch& watch) {
  const std::size_t width = later.size();
  Parts rows = rows_of(set_);
  take_sample(rows, later);
  twice_.resize(width);
  for (std::size_t i = 0; i + 1 < width; ++i) {
    if (i % kPause == 0 && watch.expired()) return Answer::out_of_time;
    std::fill(twice_.begin() + static_cast<std::ptrdiff_t>(i), twice_.end(), Word{0});
    for (std::size_t w = 0; w < kSampleWords; ++w) {
      const Word* const words = sample_.data() + w * width;
      const Word one = words[i];
      Word* const twice = twice_.data();
      for (std::size_t j = i + 1; j < width; ++j) {
        const Word both = words[j] & one;
        twice[j] |= both & (both - 1);
      }
    }
    const auto first =
        std::find(twice_.begin() + static_cast<std::ptrdiff_t>(i) + 1, twice_.end(), 0);
    if (first == twice_.end()) continue;
    set_.push_back(later[i]);
    Parts both = narrowed(rows, later[i]);
    for (auto j = static_cast<std::size_t>(first - twice_.begin()); j < width; ++j) {
      if (twice_[j] != 0) continue;
      if (settle(rows, both, later[j])) return Answer::found;
      if (j % kPause == 0 && watch.expired()) return Answer::out_of_time;
    }
    set_.pop_back();
  }
  return Answer::none;
}

std::size_t DefiningSets::NumberSet::slot_of(std::uint64_t number) const {
  const std::uint64_t hash = number * kGolden;
  std::size_t slot = (hash ^ hash >> 32) & (slots_.size() - 1);
  while (slots_[slot] != 0 && slots_[slot] != number) slot = (slot + 1) & (slots_.size() - 1);
  return slot;
}

bool DefiningSets::NumberSet::contains(std::uint64_t number) const {
  return slots_[slot_of(number)] != 0;
}

void DefiningSets::NumberSet::insert(std::uint64_t number) {
  if (4 * ++count_ > slots_.size()) {
    std::vector<std::uint64_t> old(2 * slots_.size());
    old.swap(slots_);
    for (const std::uint64_t kept : old) {
      if (kept != 0) slots_[slot_of(kept)] = kept;
    }
  }
  slots_[slot_of(number)] = number;
}

// Require: at most `remembered_` choices.  Ensure: not 0; they are in ascending order.
std::uint64_t DefiningSets::number_of(std::span<Choice> set) const {
  std::sort(set.begin(), set.end());
  std::uint64_t number = 0;
  for (const Choice choice : set) number = number << width_ | (choice + 1);
  return number;
}

// Whether a part of `set_` that has its last two choices is known to be impossible.  (No other part
// is: `extend` continues only with those that have rows.)
bool DefiningSets::has_impossible_part() const {
  const std::size_t others = set_.size() - 2;
  if (others > kMostOthers) return false;
  std::array<Choice, 64> part;
  for (std::size_t some = 0; some + 1 < std::size_t{1} << others; ++some) {
    std::size_t size = 2;
    part[0] = set_[others];
    part[1] = set_[others + 1];
    for (std::size_t i = 0; i < others && size <= remembered_; ++i) {
      if (some >> i & 1) part[size++] = set_[i];
    }
    if (size <= remembered_ && impossible_.contains(number_of({part.data(), size}))) return true;
  }
  return false;
}

// Adds to some rows of a set those from `before` on, which are of the set as well.
void DefiningSets::take_new(Parts& rows, std::size_t before) const {
  for (std::size_t row = before; row < count_; ++row) {
    if (rows.empty() || rows.back().place != row / 64) rows.push_back({row / 64, 0});
    rows.back().rows |= Word{1} << row % 64;
  }
}

// Whether `set_` with one more choice is in just one solution.  `both` are the rows of `set_`,
// `rows` those without its last choice; what the solver finds becomes part of both.
bool DefiningSets::settle(Parts& rows, Parts& both, Choice last) {
  set_.push_back(last);
  bool only = false;
  if (complete_) {
    only = support(both, last, 2) == 1;
  } else if (!has_impossible_part() && support(both, last, 2) < 2) {
    const std::size_t before = count_;
    const unsigned many = ask_(*this, set_);
    only = many == 1;
    if (many == 0 && set_.size() <= remembered_) {
      Set impossible = set_;
      impossible_.insert(number_of(impossible));
    }
    take_new(rows, before);
    take_new(both, before);
  }
  if (only) found_ = set_;
  set_.pop_back();
  return only;
}

DefiningSets::Answer DefiningSets::guess(std::size_t tries, Watch& watch) {
  const std::vector<Choice> order = by_rarity();
  Set best;
  for (std::size_t i = 0; i < std::min(tries, order.size()); ++i) {
    const Answer answer = guess_from(order[i], watch);
    if (answer == Answer::out_of_time) break;
    if (answer == Answer::found && (best.empty() || found_.size() < best.size())) best = found_;
  }
  found_ = best;
  return best.empty() ? Answer::out_of_time : Answer::found;
}

// Chooses what the fewest rows have, until one solution is left; then leaves out what it can.
DefiningSets::Answer DefiningSets::guess_from(Choice first, Watch& watch) {
  set_ = {first};
  unsigned many = 2;
  while (many > 1) {
    const Parts rows = rows_of(set_);
    std::vector<std::size_t> count(choices_);
    std::size_t left = 0;
    for (const Part& part : rows) {
      for (const int place : bits(part.rows)) {
        for (const Choice choice : row(64 * part.place + place)) ++count[choice];
        ++left;
      }
    }
    if (left > 1) {
      Choice rarest = first;  // all rows have it
      for (Choice choice = 0; choice < choices_; ++choice) {
        if (count[choice] > 0 && count[choice] < count[rarest]) rarest = choice;
      }
      set_.push_back(rarest);
      if (count[rarest] > 1) continue;
    }
    if (watch.expired()) return Answer::out_of_time;
    many = solutions(set_);
  }
  return many == 1 ? reduce(watch) : Answer::none;
}

DefiningSets::Answer DefiningSets::reduce(Watch& watch) {
  for (std::size_t i = set_.size(); i-- > 0;) {
    if (watch.expired()) return Answer::out_of_time;
    Set less = set_;
    less.erase(less.begin() + static_cast<std::ptrdiff_t>(i));
    if (solutions(less) == 1) set_ = less;
  }
  found_ = set_;
  return Answer::found;
}

}  // namespace cpsudoku::defining_sets
