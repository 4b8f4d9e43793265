#include "logic/position.hpp"

#include <algorithm>

namespace cpsudoku::logic {

template <int W>
Position<W>::Position(const Houses<W>& houses)
    : houses_(&houses),
      stride_(houses.digits()),
      candidates_(static_cast<std::size_t>(houses.cells())),
      cells_(static_cast<std::size_t>(houses.digits())),
      places_(houses.groups().size() * static_cast<std::size_t>(houses.digits())),
      placed_(houses.groups().size()),
      once_(houses.groups().size()),
      digits_(static_cast<std::size_t>(houses.cells())),
      open_counts_(houses.groups().size()) {}

template <int W>
void Position<W>::start(std::span<const std::uint8_t> digits) {
  start(digits, {});
}

template <int W>
void Position<W>::start(std::span<const std::uint8_t> digits, std::span<const Mask> candidates) {
  broken_ = false;
  open_ = houses_->all_cells();
  givens_.clear();
  naked_.clear();
  bivalue_.clear();
  std::fill(placed_.begin(), placed_.end(), 0);
  std::fill(once_.begin(), once_.end(), 0);
  std::fill(digits_.begin(), digits_.end(), 0);
  nearly_full_ = 0;
  open_all(candidates);
  for (Cell cell = 0; cell < houses_->cells(); ++cell) {
    if (const int digit = digits[static_cast<std::size_t>(cell)]) {
      givens_.set(cell);
      place(cell, digit - 1);
    }
  }
}

// All cells open with all digits, then without those that are not in `candidates` (none: all).
template <int W>
void Position<W>::open_all(std::span<const Mask> candidates) {
  std::fill(candidates_.begin(), candidates_.end(), houses_->all_digits());
  std::fill(cells_.begin(), cells_.end(), houses_->all_cells());
  if (stride_ == 1) naked_ = open_;  // where nothing needs to be removed first
  if (stride_ == 2) bivalue_ = open_;
  for (std::size_t id = 0; id < houses_->groups().size(); ++id) {
    const auto size = static_cast<int>(houses_->groups()[id].cells.size());
    open_counts_[id] = static_cast<std::int8_t>(size);
    nearly_full_ += size == 1;
    const Mask all = size ? bit(size - 1) | (bit(size - 1) - 1) : 0;
    const auto begin = places_.begin() + static_cast<std::ptrdiff_t>(id) * stride_;
    std::fill(begin, begin + stride_, all);
  }
  for (std::size_t cell = 0; cell < candidates.size(); ++cell) {
    for (const Digit d : bits(houses_->all_digits() & ~candidates[cell])) {
      remove(static_cast<Cell>(cell), d);
    }
  }
}

template <int W>
void Position<W>::place(Cell cell, Digit digit) {
  if (!has(cell, digit)) broken_ = true;
  const Mask others = candidates(cell) & ~bit(digit);
  const CellSet<W> peers = cells(digit) & houses_->peers(cell);
  candidates_[static_cast<std::size_t>(cell)] = 0;
  digits_[static_cast<std::size_t>(cell)] = static_cast<std::uint8_t>(digit + 1);
  open_.reset(cell);
  naked_.reset(cell);
  bivalue_.reset(cell);
  cells_[static_cast<std::size_t>(digit)].reset(cell);
  for (const auto& m : houses_->groups_of(cell)) {
    const auto g = static_cast<std::size_t>(m.group);
    placed_[g] |= bit(digit);
    const int open = --open_counts_[g];
    nearly_full_ += (open == 1) - (open == 0);
    once_[g] &= ~bit(digit);
    places_[g * static_cast<std::size_t>(stride_) + static_cast<std::size_t>(digit)] = 0;
  }
  for (const Digit d : bits(others)) {
    cells_[static_cast<std::size_t>(d)].reset(cell);
    for (const auto& m : houses_->groups_of(cell)) leave(m, d);
  }
  for (const Cell peer : peers) remove(peer, digit);
}

// A digit can no longer be at one place of a group.
template <int W>
inline void Position<W>::leave(const Membership& m, Digit digit) {
  const auto g = static_cast<std::size_t>(m.group);
  Mask& places = places_[g * static_cast<std::size_t>(stride_) + static_cast<std::size_t>(digit)];
  places &= ~bit(m.position);
  if (several(places)) return;
  if (places) {
    once_[g] |= bit(digit);
  } else {
    once_[g] &= ~bit(digit);
    if ((*houses_)[m.group].exact && !(placed_[g] >> digit & 1)) broken_ = true;
  }
}

template <int W>
void Position<W>::eliminate(Cell cell, Digit digit) {
  if (has(cell, digit)) remove(cell, digit);
}

template <int W>
void Position<W>::remove(Cell cell, Digit digit) {
  const Mask left = candidates_[static_cast<std::size_t>(cell)] &= ~bit(digit);
  cells_[static_cast<std::size_t>(digit)].reset(cell);
  for (const auto& m : houses_->groups_of(cell)) leave(m, digit);
  const int many = count(left);
  if (many > 2) return;
  bivalue_.put(cell, many == 2);
  naked_.put(cell, many == 1);
  if (many == 0) broken_ = true;
}

template class Position<kNarrow>;
template class Position<kWide>;

}  // namespace cpsudoku::logic
