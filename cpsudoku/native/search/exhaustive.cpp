#include "search/exhaustive.hpp"

namespace cpsudoku::search {

namespace {
// Nodes between two looks at the watch: some hundred microseconds.
constexpr std::uint64_t kNodesPerPoll = 1 << 14;
}  // namespace

ExhaustiveSearch::ExhaustiveSearch(std::shared_ptr<const Layout> layout,
                                   std::span<const Mask> candidates)
    : layout_(std::move(layout)), masks_(candidates.begin(), candidates.end()) {
  for (Cell cell = 0; cell < masks_.size(); ++cell) {
    const Mask mask = masks_[cell];
    if (bit_count(mask) > 1) wheels_.push_back({cell, mask, mask});
    if (mask == 0) turning_ = -1;
  }
  conflicts_ = turning_ < 0;
}

Status ExhaustiveSearch::next(Watch& watch) {
  const auto behind_last = static_cast<std::ptrdiff_t>(wheels_.size());
  std::uint64_t poll = nodes_;
  while (turning_ >= 0) {
    if (nodes_ >= poll) {
      if (watch.expired()) return Status::stopped;
      poll = nodes_ + kNodesPerPoll;
    }
    if (turning_ < behind_last) {
      advance();
      continue;
    }
    --turning_;
    if (is_solution()) return Status::solution;
    ++conflicts_;
  }
  return Status::exhausted;
}

bool ExhaustiveSearch::exhausted() const {
  const auto wheels = static_cast<std::ptrdiff_t>(wheels_.size());
  return turning_ < wheels && std::all_of(wheels_.begin(), wheels_.begin() + (turning_ + 1),
                                          [](const Wheel& wheel) { return wheel.untried == 0; });
}

// Turn the wheel by a digit and go to the next one, set back; or to the one before at its end.
void ExhaustiveSearch::advance() {
  Wheel& wheel = wheels_[turning_];
  if (wheel.untried == 0) {
    --turning_;
    return;
  }
  const Mask digit = wheel.untried & (~wheel.untried + 1);
  wheel.untried ^= digit;
  masks_[wheel.cell] = digit;
  ++nodes_;
  ++turning_;
  if (static_cast<std::size_t>(turning_) < wheels_.size()) {
    Wheel& next = wheels_[turning_];
    next.untried = next.candidates;
  }
}

bool ExhaustiveSearch::is_solution() const {
  for (std::size_t cell = 0; cell < masks_.size(); ++cell) {
    for (const Cell peer : layout_->peers[cell]) {
      if (masks_[peer] == masks_[cell]) return false;
    }
  }
  return true;
}

}  // namespace cpsudoku::search
