#include "hitting_sets/search.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

#include "core/bits.hpp"

namespace cpsudoku::hitting_sets {
namespace {

using Word = HittingSets::Word;
using Bits = HittingSets::Bits;
using Row = HittingSets::Row;

constexpr std::size_t kBits = 64;
constexpr std::size_t kNodesBetweenLooks = 1024;

std::size_t count_of(Row row) {
  std::size_t count = 0;
  for (const Word word : row) count += static_cast<std::size_t>(bit_count(word));
  return count;
}

bool meet(Row one, Row other) {
  for (std::size_t i = 0; i < one.size(); ++i) {
    if (one[i] & other[i]) return true;
  }
  return false;
}

bool contains(Row whole, Row part) {
  for (std::size_t i = 0; i < part.size(); ++i) {
    if (part[i] & ~whole[i]) return false;
  }
  return true;
}

bool has(Row row, std::size_t member) { return row[member / kBits] >> member % kBits & 1; }

void flip(Bits& bits, std::size_t member) { bits[member / kBits] ^= Word{1} << member % kBits; }

// Calls `use` with each member until it returns true; returns whether it did.
template <class Use>
bool any_member(Row row, const Use& use) {
  for (std::size_t i = 0; i < row.size(); ++i) {
    for (const int place : bits(row[i])) {
      if (use(i * kBits + place)) return true;
    }
  }
  return false;
}

}  // namespace

HittingSets::HittingSets(std::size_t members)
    : members_(members), width_((members + kBits - 1) / kBits), chosen_(width_) {}

bool HittingSets::fits(Row row) const {
  if (row.size() != width_) return false;
  const std::size_t rest = members_ % kBits;
  return rest == 0 || row.back() >> rest == 0;
}

void HittingSets::link(std::vector<Bits> neighbours, Bits roots) {
  neighbours_ = std::move(neighbours);
  roots_ = std::move(roots);
}

void HittingSets::add(Row set) {
  const std::size_t count = count_of(set);
  const auto place = std::partition_point(
      sets_.begin(), sets_.end(), [count](const Bits& other) { return count_of(other) <= count; });
  sets_.emplace(place, set.begin(), set.end());
}

HittingSets::Answer HittingSets::find(std::size_t most, Watch& watch) {
  most_ = std::min(most, members_);
  nodes_ = 0;
  watch_ = &watch;
  stopped_ = false;
  if (levels_.size() <= most_) levels_.resize(most_ + 1);
  chosen_.assign(width_, 0);
  levels_[0].without.assign(width_, 0);
  levels_[0].unmet.resize(sets_.size());
  std::iota(levels_[0].unmet.begin(), levels_[0].unmet.end(), std::size_t{0});
  if (!neighbours_.empty()) leave_out_far();
  const bool ended = extend(0);
  if (stopped_) return Answer::out_of_time;
  return ended ? Answer::found : Answer::none;
}

// Leaves out what no k − 1 links lead to from a root.
void HittingSets::leave_out_far() {
  Bits near = roots_;
  for (std::size_t step = 1; step < most_; ++step) {
    const Bits before = near;
    add_neighbours(before, near);
  }
  for (std::size_t i = 0; i < width_; ++i) levels_[0].without[i] = ~near[i];
}

// Looks on with the sets of a level; true where it has found something, or time ran out.
bool HittingSets::extend(std::size_t depth) {
  if (++nodes_ % kNodesBetweenLooks == 0 && watch_->expired()) return stopped_ = true;
  const Level& level = levels_[depth];
  if (level.unmet.empty()) return wanted(depth);
  const std::size_t left = most_ - depth;
  if (left == 0) return false;
  if (left == 1) return finish(level, depth);
  Bits smallest, free(width_), seen(width_);
  std::size_t fewest = std::numeric_limits<std::size_t>::max(), apart = 0;
  for (const std::size_t number : level.unmet) {
    for (std::size_t i = 0; i < width_; ++i) free[i] = sets_[number][i] & ~level.without[i];
    const std::size_t count = count_of(free);
    if (count == 0) return false;
    if (count < fewest) {
      fewest = count;
      smallest = free;
    }
    if (meet(free, seen)) continue;
    for (std::size_t i = 0; i < width_; ++i) seen[i] |= free[i];
    if (++apart > left) return false;
  }
  return branch(depth, smallest);
}

bool HittingSets::branch(std::size_t depth, Row set) {
  Level &level = levels_[depth], &next = levels_[depth + 1];
  return any_member(set, [&](std::size_t member) {
    flip(chosen_, member);
    next.without = level.without;
    next.unmet.clear();
    for (const std::size_t number : level.unmet) {
      if (!has(sets_[number], member)) next.unmet.push_back(number);
    }
    if (extend(depth + 1)) return true;
    flip(chosen_, member);
    flip(level.without, member);
    return false;
  });
}

// Chooses the last member, which all sets that are left have.
bool HittingSets::finish(const Level& level, std::size_t depth) {
  Bits common(width_);
  for (std::size_t i = 0; i < width_; ++i) {
    common[i] = ~level.without[i];
    for (const std::size_t number : level.unmet) common[i] &= sets_[number][i];
  }
  return any_member(common, [&](std::size_t member) {
    flip(chosen_, member);
    if (wanted(depth + 1)) return true;
    flip(chosen_, member);
    return false;
  });
}

bool HittingSets::wanted(std::size_t count) const {
  const auto is_part = [this](const Bits& part) { return contains(chosen_, part); };
  if (std::any_of(ruled_out_.begin(), ruled_out_.end(), is_part)) return false;
  return neighbours_.empty() || count < most_ || count == 0 || hangs_together();
}

bool HittingSets::hangs_together() const {
  if (!meet(chosen_, roots_)) return false;
  Bits reached(width_), before;
  any_member(chosen_, [&](std::size_t member) {
    flip(reached, member);
    return true;
  });
  while (reached != before) {
    before = reached;
    add_neighbours(before, reached);
    for (std::size_t i = 0; i < width_; ++i) reached[i] &= chosen_[i];
  }
  return reached == chosen_;
}

void HittingSets::add_neighbours(Row members, Bits& to) const {
  any_member(members, [&](std::size_t member) {
    for (std::size_t i = 0; i < width_; ++i) to[i] |= neighbours_[member][i];
    return false;
  });
}

}  // namespace cpsudoku::hitting_sets
