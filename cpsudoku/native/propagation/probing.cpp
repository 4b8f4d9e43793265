#include "propagation/probing.hpp"

namespace cpsudoku::propagation {

Prober::Prober(const Layout& layout, const Overlaps& overlaps, CandidateGrid& position)
    : layout_(&layout),
      overlaps_(&overlaps),
      position_(&position),
      stamp_(layout.cells),
      any_(layout.cells) {}

bool Prober::run(std::size_t patience) {
  patience_ = patience;
  fruitless_ = 0;
  for (std::size_t ways = 2; ways <= kMostWays && !over();) {
    Gain gain = cells_with(ways);
    if (gain != Gain::dead_end) {
      const Gain more = digits_with(ways);
      if (more != Gain::none) gain = more;
    }
    if (gain == Gain::dead_end || !overlaps_->eliminate(*position_)) return false;
    // What has three ways is looked at only where nothing with two is left.
    ways = gain == Gain::some ? 2 : ways + 1;
  }
  return true;
}

Prober::Gain Prober::cells_with(std::size_t ways) {
  Gain total = Gain::none;
  std::array<Way, kMostWays> found;
  for (Cell cell = 0; cell < layout_->cells && !over(); ++cell) {
    Mask mask = position_->candidates(cell);
    if (static_cast<std::size_t>(bit_count(mask)) != ways) continue;
    for (std::size_t i = 0; i < ways; ++i, mask &= mask - 1) found[i] = {cell, mask & (~mask + 1)};
    const Gain gain = probe({found.data(), ways});
    if (gain == Gain::dead_end) return gain;
    if (gain == Gain::some) total = gain;
  }
  return total;
}

Prober::Gain Prober::digits_with(std::size_t ways) {
  Gain total = Gain::none;
  std::array<Way, kMostWays> found;
  for (std::size_t house = 0; house < layout_->houses.size(); ++house) {
    const auto cells = layout_->houses[house];
    for (Mask done = 0; !over();) {
      // Digits with at least 1, 2, 3 and 4 places in the house.
      std::array<Mask, kMostWays + 1> places{};
      for (const Cell cell : cells) {
        const Mask mask = position_->candidates(cell);
        for (std::size_t i = kMostWays; i > 0; --i) places[i] |= places[i - 1] & mask;
        places[0] |= mask;
      }
      const Mask digits = places[ways - 1] & ~places[ways] & ~done;
      if (!digits) break;
      const Mask digit = digits & (~digits + 1);
      done |= digit | (digit - 1);
      std::size_t count = 0;
      for (const Cell cell : cells) {
        if (position_->candidates(cell) & digit) found[count++] = {cell, digit};
      }
      const Gain gain = probe({found.data(), ways});
      if (gain == Gain::dead_end) return gain;
      if (gain == Gain::some) total = gain;
    }
  }
  return total;
}

Prober::Gain Prober::probe(std::span<const Way> ways) {
  std::size_t alive = 0;
  for (const auto& [cell, digit] : ways) {
    const auto mark = position_->mark();
    if (position_->place(cell, digit)) meet(mark, ++alive);
    position_->undo(mark);
  }
  if (!alive) return Gain::dead_end;
  std::size_t kept = 0;
  for (const Cell cell : stamped_) {
    if (stamp_[cell] == alive) stamped_[kept++] = cell;
    stamp_[cell] = 0;
  }
  stamped_.resize(kept);
  const Gain gain = conclude();
  stamped_.clear();
  fruitless_ = gain == Gain::some ? 0 : fruitless_ + 1;
  return gain;
}

// Stamp the cells that changed under this way as well as under all before.
void Prober::meet(const CandidateGrid::Mark& mark, std::size_t way) {
  for (const auto& [cell, before] : position_->changes_since(mark)) {
    if (stamp_[cell] != way - 1) continue;
    const Mask mask = position_->candidates(cell);
    any_[cell] = way == 1 ? mask : any_[cell] | mask;
    if (way == 1) stamped_.push_back(cell);
    stamp_[cell] = way;
  }
}

// Take from the stamped cells what they had under no way.
Prober::Gain Prober::conclude() {
  Gain gain = Gain::none;
  for (const Cell cell : stamped_) {
    const Mask gone = position_->candidates(cell) & ~any_[cell];
    if (!gone) continue;
    gain = Gain::some;
    if (!position_->exclude(cell, gone)) return Gain::dead_end;
  }
  return gain;
}

}  // namespace cpsudoku::propagation
