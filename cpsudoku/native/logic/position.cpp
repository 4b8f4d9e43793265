#include "logic/position.hpp"

namespace cpsudoku::logic::inline CPSUDOKU_BOARDS {

Position::Position(const Houses& houses)
    : houses_(&houses),
      stride_(houses.digits()),
      candidates_(static_cast<std::size_t>(houses.cells())),
      at_first_(static_cast<std::size_t>(houses.cells())),
      cells_(static_cast<std::size_t>(houses.digits())),
      places_(houses.groups().size() * static_cast<std::size_t>(houses.digits())),
      placed_(houses.groups().size()),
      once_(houses.groups().size()),
      digits_(static_cast<std::size_t>(houses.cells())),
      open_counts_(houses.groups().size()) {
  // Of each cell and each digit of a group at most one.
  arrived_naked_.reserve(houses.cells());
  arrived_hidden_.reserve(places_.size());
}

void Position::start(std::span<const std::uint8_t> digits, std::span<const Mask> candidates,
                     std::span<const Mask> at_first) {
  clear();
  if (candidates.empty()) {
    std::fill(at_first_.begin(), at_first_.end(), houses_->all_digits());
  } else {
    std::copy(candidates.begin(), candidates.end(), at_first_.begin());
  }
  restrict_to(candidates);
  for (Cell cell = 0; cell < houses_->cells(); ++cell) {
    if (const int digit = digits[cell]) give(cell, digit - 1);
  }
  std::copy(at_first.begin(), at_first.end(), at_first_.begin());
  count_all();
}

void Position::clear() {
  broken_ = false;
  open_ = houses_->all_cells();
  naked_.clear();
  bivalue_.clear();
  std::fill(candidates_.begin(), candidates_.end(), 0);
  std::fill(cells_.begin(), cells_.end(), houses_->all_cells());
  std::fill(places_.begin(), places_.end(), 0);
  std::fill(placed_.begin(), placed_.end(), 0);
  std::fill(once_.begin(), once_.end(), 0);
  std::fill(digits_.begin(), digits_.end(), 0);
  nearly_full_ = 0;
  arrived_naked_.clear();
  arrived_hidden_.clear();
  for (std::size_t id = 0; id < houses_->groups().size(); ++id) {
    open_counts_[id] = static_cast<std::int8_t>(houses_->groups()[id].cells.size());
  }
}

// No masks: all candidates.
void Position::restrict_to(std::span<const Mask> candidates) {
  for (std::size_t cell = 0; cell < candidates.size(); ++cell) {
    for (const Digit d : bits(houses_->all_digits() & ~candidates[cell])) {
      cells_[d].reset(static_cast<Cell>(cell));
    }
  }
}

// Only the cells of the digit, the open cells and what is placed; count_all() does the rest.
void Position::give(Cell cell, Digit digit) {
  CellSet& cells = cells_[digit];
  if (!cells.has(cell)) broken_ = true;
  cells -= houses_->peers(cell);
  digits_[cell] = static_cast<std::uint8_t>(digit + 1);
  at_first_[cell] = bit(digit);
  open_.reset(cell);
  for (const auto& m : houses_->groups_of(cell)) {
    placed_[m.group] |= bit(digit);
    --open_counts_[m.group];
  }
}

void Position::count_all() {
  for (Digit d = 0; d < stride_; ++d) {
    CellSet& cells = cells_[d];
    cells &= open_;
    for (const Cell cell : cells) {
      candidates_[cell] |= bit(d);
      for (const auto& m : houses_->groups_of(cell)) { places_[m.first + d] |= bit(m.position); }
    }
  }
  for (const Cell cell : open_) {
    const Mask left = candidates(cell), but_one = left & (left - 1);
    if (several(but_one)) continue;
    if (but_one) {
      bivalue_.set(cell);
    } else if (left) {
      naked_.set(cell);
    } else {
      broken_ = true;
    }
  }
  for (GroupId id = 0; id < static_cast<GroupId>(houses_->groups().size()); ++id) {
    const auto g = static_cast<std::size_t>(id);
    const auto& group = (*houses_)[id];
    nearly_full_ += open_counts_[g] == 1;
    Mask some = 0, more = 0;  // digits with a place, and with two
    for (const Cell cell : group.cells) {
      more |= some & candidates(cell);
      some |= candidates(cell);
    }
    once_[g] = some & ~more;
    if (group.exact && (some | placed_[g]) != houses_->all_digits()) broken_ = true;
  }
}

void Position::place(Cell cell, Digit digit) {
  if (!has(cell, digit)) broken_ = true;
  const Mask others = candidates(cell) & ~bit(digit);
  const CellSet peers = cells(digit) & houses_->peers(cell);
  candidates_[cell] = 0;
  digits_[cell] = static_cast<std::uint8_t>(digit + 1);
  open_.reset(cell);
  naked_.reset(cell);
  bivalue_.reset(cell);
  cells_[digit].reset(cell);
  for (const auto& m : houses_->groups_of(cell)) {
    const auto g = static_cast<std::size_t>(m.group);
    placed_[g] |= bit(digit);
    const int open = --open_counts_[g];
    nearly_full_ += (open == 1) - (open == 0);
    once_[g] &= ~bit(digit);
    places_[m.first + digit] = 0;
  }
  // In this order, which is that of arrivals.
  for (const Cell peer : peers) remove(peer, digit);
  for (const Digit d : bits(others)) {
    cells_[d].reset(cell);
    for (const auto& m : houses_->groups_of(cell)) leave(m, d);
  }
}

// A digit can no longer be at one place of a group; nothing is left to count where it is placed.
inline void Position::leave(const Membership& m, Digit digit) {
  Mask& places = places_[m.first + digit];
  if (!places) return;
  places &= ~bit(m.position);
  if (several(places)) return;
  const auto g = static_cast<std::size_t>(m.group);
  if (places) {
    once_[g] |= bit(digit);
    const auto at = static_cast<std::size_t>(std::countr_zero(places));
    arrived_hidden_.push_back({static_cast<std::uint16_t>((*houses_)[m.group].cells[at]),
                               static_cast<std::uint16_t>(digit)});
  } else {
    once_[g] &= ~bit(digit);
    if ((*houses_)[m.group].exact) broken_ = true;
  }
}

void Position::eliminate(Cell cell, Digit digit) {
  if (has(cell, digit)) remove(cell, digit);
}

void Position::remove(Cell cell, Digit digit) {
  const Mask left = candidates_[cell] &= ~bit(digit);
  cells_[digit].reset(cell);
  for (const auto& m : houses_->groups_of(cell)) leave(m, digit);
  if (several(left & (left - 1))) return;
  const int many = count(left);
  bivalue_.put(cell, many == 2);
  naked_.put(cell, many == 1);
  if (many == 0) broken_ = true;
  if (many == 1) {
    arrived_naked_.push_back(
        {static_cast<std::uint16_t>(cell), static_cast<std::uint16_t>(std::countr_zero(left))});
  }
}

}  // namespace cpsudoku::logic::inline CPSUDOKU_BOARDS
