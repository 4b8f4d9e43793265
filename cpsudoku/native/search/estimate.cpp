#include "search/estimate.hpp"

#include <cmath>

#include "core/randomness.hpp"

namespace cpsudoku::search {

namespace {
constexpr int kScale = 512;
constexpr double kLargest = 0x1p512;
constexpr double kShrink = 0x1p-512;

// Logarithms to base 2 are whole numbers of 1/2^16, and already multiplied by the power.
constexpr double kOne = 1 << 16;
constexpr double kPower = 0.1;
constexpr double kLargestShare = 1 << 20;

const std::array<std::int64_t, kMaxDigits + 1> kSizes = [] {
  std::array<std::int64_t, kMaxDigits + 1> sizes{};
  for (std::size_t k = 2; k < sizes.size(); ++k) {
    sizes[k] = std::llround(std::log2(static_cast<double>(k)) * kPower * kOne);
  }
  return sizes;
}();
}  // namespace

Estimator::Estimator(std::shared_ptr<const Layout> layout, std::span<const Mask> candidates,
                     std::uint64_t seed)
    : layout_(std::move(layout)),
      position_(*layout_, Singles::hidden, candidates),
      root_{},
      contradictory_(!position_.start()),
      state_(seed) {
  root_ = position_.mark();
}

std::vector<Weight> Estimator::draw(std::size_t number, Watch& watch) {
  std::vector<Weight> weights;
  // A walk takes a third of a millisecond on 9×9 and some
  // hundredths of a second on the largest boards: a look at the clock each.
  while (weights.size() < number && !watch.expired()) weights.push_back(walk());
  return weights;
}

Weight Estimator::walk() {
  Weight weight{1.0, 0};
  if (contradictory_) return {0.0, 0};
  position_.undo(root_);
  for (auto cell = position_.fewest(); cell >= 0; cell = position_.fewest()) {
    if (!step(static_cast<Cell>(cell), weight)) return {0.0, 0};
  }
  return weight;
}

// Move to a child; false where all are dead.
bool Estimator::step(Cell cell, Weight& weight) {
  look_ahead(cell);
  if (children_.empty()) return false;
  std::uint64_t total = 0;
  for (const auto& child : children_) total += child.share;
  // The remainder favours low numbers by one part in 2^38.
  std::uint64_t number = split_mix(state_) % total;
  auto chosen = children_.begin();
  for (; number >= chosen->share; ++chosen) number -= chosen->share;
  weight.fraction *= static_cast<double>(total) / static_cast<double>(chosen->share);
  if (weight.fraction >= kLargest) {
    weight.fraction *= kShrink;
    weight.exponent += kScale;
  }
  position_.place(cell, chosen->digit);
  return true;
}

// List the children of a cell that do not die at once, with their shares.
void Estimator::look_ahead(Cell cell) {
  children_.clear();
  const auto mark = position_.mark();
  for (Mask left = position_.candidates(cell); left; left &= left - 1) {
    const Mask digit = left & (~left + 1);
    if (position_.place(cell, digit)) {
      std::int64_t size = 0;
      for (const Mask mask : position_.all_candidates()) { size += kSizes[bit_count(mask)]; }
      children_.push_back({digit, size, 0});
    }
    position_.undo(mark);
  }
  std::int64_t largest = 0;
  for (const auto& child : children_) largest = std::max(largest, child.size);
  for (auto& child : children_) {
    const double share =
        std::exp2(static_cast<double>(child.size - largest) / kOne) * kLargestShare;
    child.share = std::max<std::uint64_t>(1, static_cast<std::uint64_t>(std::llround(share)));
  }
}

}  // namespace cpsudoku::search
