#include "generation/filling.hpp"

namespace cpsudoku::generation {

namespace {

constexpr std::uint32_t kOnePlace = 1u << 24;
constexpr std::int64_t kDeadEndsBetweenLooks = 64;

template <class Mask>
Mask nth_digit(Mask mask, std::uint64_t n) {
  for (; n > 0; --n) mask &= static_cast<Mask>(mask - 1);
  return mask & static_cast<Mask>(-mask);
}

template <class Mask>
bool several(Mask mask) {
  return (mask & static_cast<Mask>(mask - 1)) != 0;
}

}  // namespace

template <class Mask>
Filler<Mask>::Filler(std::shared_ptr<const Layout> layout) : layout_(std::move(layout)) {
  const auto digits = static_cast<std::size_t>(layout_->digits);
  empty_.masks.assign(layout_->cells, static_cast<Mask>(layout_->all));
  empty_.places.resize(layout_->houses.size() * digits);
  for (std::size_t house = 0; house < layout_->houses.size(); ++house) {
    std::uint32_t word = 0;
    for (const auto cell : layout_->houses[house]) word += kOnePlace + cell;
    for (std::size_t digit = 0; digit < digits; ++digit)
      empty_.places[house * digits + digit] = word;
  }
}

template <class Mask>
Filled Filler<Mask>::fill(std::span<const std::uint64_t> candidates, Randomness& chance,
                          Watch& watch, std::span<std::uint8_t> grid, std::int64_t most,
                          std::int64_t first) {
  if (!restrict(candidates)) return Filled::none;
  restricted_ = state_;
  for (;; first *= 2) {
    if (first > most) return Filled::given_up;
    std::int64_t patience = first;
    state_ = restricted_;
    depth_ = 0;
    for (;;) {
      const std::int64_t cell = choice();
      if (cell < 0) {
        for (std::size_t i = 0; i < grid.size(); ++i) {
          grid[i] = static_cast<std::uint8_t>(std::countr_zero(state_.masks[i]) + 1);
        }
        return Filled::done;
      }
      const auto at = static_cast<std::uint32_t>(cell);
      const Mask mask = state_.masks[at];
      const Mask digit = nth_digit(mask, chance.below(static_cast<std::uint64_t>(bit_count(mask))));
      push(at, digit);
      bool alive = remove(at, mask ^ digit);
      while (!alive && --patience >= 0) {
        if (depth_ == 0) return Filled::none;
        if (patience == 0) break;
        if (patience % kDeadEndsBetweenLooks == 0 && watch.expired()) return Filled::expired;
        const Parent& parent = pop();
        alive = remove(parent.cell, parent.digit);
      }
      if (!alive) break;
    }
    if (watch.expired()) return Filled::expired;
  }
}

template <class Mask>
bool Filler<Mask>::restrict(std::span<const std::uint64_t> candidates) {
  state_ = empty_;
  naked_.clear();
  hidden_.clear();
  for (std::size_t cell = 0; cell < candidates.size(); ++cell) {
    if (!take(static_cast<std::uint32_t>(cell), static_cast<Mask>(~candidates[cell]))) return false;
  }
  return follow();
}

// Takes digits from a cell; false if a cell or a digit has no way left.
template <class Mask>
inline bool Filler<Mask>::take(std::uint32_t cell, Mask digits) {
  const Mask before = state_.masks[cell];
  Mask gone = before & digits;
  if (gone == 0) return true;
  const Mask left = before ^ gone;
  if (left == 0) return false;
  state_.masks[cell] = left;
  if (!several(left)) naked_.push_back(cell);
  const auto houses = layout_->houses_of[cell];
  do {
    const auto digit = static_cast<std::uint32_t>(std::countr_zero(gone));
    gone &= static_cast<Mask>(gone - 1);
    for (const auto house : houses) {
      const std::uint32_t at = house * static_cast<std::uint32_t>(layout_->digits) + digit;
      const std::uint32_t word = state_.places[at] -= kOnePlace + cell;
      if (word < 2 * kOnePlace) {
        if (word < kOnePlace) return false;
        hidden_.push_back(at);
      }
    }
  } while (gone != 0);
  return true;
}

// Fills in all singles that follow; false at a contradiction.
template <class Mask>
bool Filler<Mask>::follow() {
  for (;;) {
    while (!naked_.empty()) {
      const std::uint32_t cell = naked_.back();
      naked_.pop_back();
      const Mask digit = state_.masks[cell];
      for (const auto peer : layout_->peers[cell]) {
        if ((state_.masks[peer] & digit) != 0 && !take(peer, digit)) return false;
      }
    }
    if (hidden_.empty()) return true;
    const std::uint32_t at = hidden_.back();
    hidden_.pop_back();
    const std::uint32_t word = state_.places[at];
    if (word < kOnePlace) return false;
    const std::uint32_t cell = word - kOnePlace;
    const auto digit =
        static_cast<Mask>(Mask{1} << at % static_cast<std::uint32_t>(layout_->digits));
    if (!take(cell, static_cast<Mask>(~digit))) return false;
  }
}

template <class Mask>
bool Filler<Mask>::remove(std::uint32_t cell, Mask digits) {
  naked_.clear();
  hidden_.clear();
  return take(cell, digits) && follow();
}

// The first cell with the fewest candidates of those that have several, or −1.
template <class Mask>
std::int64_t Filler<Mask>::choice() const {
  int fewest = layout_->digits + 1;
  std::int64_t found = -1;
  for (std::size_t cell = 0; cell < state_.masks.size(); ++cell) {
    const int count = bit_count(state_.masks[cell]);
    if (count > 1 && count < fewest) {
      fewest = count;
      found = static_cast<std::int64_t>(cell);
      if (count == 2) break;
    }
  }
  return found;
}

template <class Mask>
void Filler<Mask>::push(std::uint32_t cell, Mask digit) {
  if (depth_ == parents_.size()) parents_.emplace_back();
  Parent& parent = parents_[depth_++];
  parent.state = state_;
  parent.cell = cell;
  parent.digit = digit;
}

template <class Mask>
typename Filler<Mask>::Parent& Filler<Mask>::pop() {
  Parent& parent = parents_[--depth_];
  std::swap(state_, parent.state);
  return parent;
}

template <class Mask>
bool Filler<Mask>::follow(std::span<const std::uint64_t> candidates,
                          std::span<std::uint64_t> left) {
  if (!restrict(candidates)) return false;
  for (std::size_t cell = 0; cell < left.size(); ++cell) left[cell] = state_.masks[cell];
  return true;
}

template <class Mask>
std::uint64_t Filler<Mask>::choices(std::span<const std::uint64_t> candidates, std::uint64_t most,
                                    Watch& watch) {
  std::uint64_t made = 0;
  depth_ = 0;
  bool alive = restrict(candidates);
  for (;;) {
    const std::int64_t cell = alive ? choice() : -1;
    if (cell < 0) {
      if (depth_ == 0) return made;
      const Parent& parent = pop();
      alive = remove(parent.cell, parent.digit);
      continue;
    }
    if (++made >= most || (made % 1024 == 0 && watch.expired())) return made;
    const auto at = static_cast<std::uint32_t>(cell);
    const Mask mask = state_.masks[at];
    const Mask digit = nth_digit(mask, 0);
    push(at, digit);
    alive = remove(at, mask ^ digit);
  }
}

template class Filler<std::uint16_t>;
template class Filler<std::uint64_t>;

}  // namespace cpsudoku::generation
