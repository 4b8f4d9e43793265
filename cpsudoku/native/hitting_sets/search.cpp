#include "hitting_sets/search.hpp"

#include <limits>
#include <numeric>

namespace cpsudoku::hitting_sets {

namespace {
constexpr std::size_t kNodesBetweenLooks = 1024;
}  // namespace

void HittingSets::link(std::vector<LongBitSet> neighbours, LongBitSet roots) {
  neighbours_ = std::move(neighbours);
  roots_ = std::move(roots);
}

void HittingSets::add(const LongBitSet& set) {
  const auto is_before = [count = set.count()](const auto& other) {
    return other.count() <= count;
  };
  sets_.insert(std::partition_point(sets_.begin(), sets_.end(), is_before), set);
}

HittingSets::Answer HittingSets::find(std::size_t most, std::size_t nodes, Watch& watch) {
  most_ = std::min(most, members_);
  nodes_ = 0;
  most_nodes_ = nodes;
  watch_ = &watch;
  stopped_ = false;
  if (levels_.size() <= most_) levels_.resize(most_ + 1);
  chosen_.clear();
  levels_[0].without = chosen_;
  levels_[0].unmet.resize(sets_.size());
  std::iota(levels_[0].unmet.begin(), levels_[0].unmet.end(), std::size_t{0});
  if (!neighbours_.empty()) leave_out_far();
  const bool ended = extend(0);
  if (stopped_) return Answer::given_up;
  return ended ? Answer::found : Answer::none;
}

// Leaves out what no k − 1 links lead to from a root.
void HittingSets::leave_out_far() {
  LongBitSet near = roots_;
  for (std::size_t step = 1; step < most_; ++step) near = with_neighbours(near);
  for (std::size_t member = 0; member < members_; ++member) {
    if (!near.has(member)) levels_[0].without.add(member);
  }
}

// Looks on with the sets of a level; true where it has found something, or time ran out.
bool HittingSets::extend(std::size_t depth) {
  if (++nodes_ > most_nodes_) return stopped_ = true;
  if (nodes_ % kNodesBetweenLooks == 0 && watch_->expired()) return stopped_ = true;
  const Level& level = levels_[depth];
  if (level.unmet.empty()) return wanted(depth);
  const std::size_t left = most_ - depth;
  if (left == 0) return false;
  if (left == 1) return finish(level, depth);
  LongBitSet smallest, free, seen(members_);
  std::size_t fewest = std::numeric_limits<std::size_t>::max(), apart = 0;
  for (const std::size_t number : level.unmet) {
    free = sets_[number];
    free -= level.without;
    const std::size_t count = free.count();
    if (count == 0) return false;
    if (count < fewest) {
      fewest = count;
      smallest = free;
    }
    if (free.meets(seen)) continue;
    seen |= free;
    if (++apart > left) return false;
  }
  return branch(depth, smallest);
}

bool HittingSets::branch(std::size_t depth, const LongBitSet& set) {
  Level &level = levels_[depth], &next = levels_[depth + 1];
  for (const std::size_t member : set) {
    chosen_.add(member);
    next.without = level.without;
    next.unmet.clear();
    for (const std::size_t number : level.unmet) {
      if (!sets_[number].has(member)) next.unmet.push_back(number);
    }
    if (extend(depth + 1)) return true;
    chosen_.remove(member);
    level.without.add(member);
  }
  return false;
}

// Chooses the last member, which all sets that are left have.
bool HittingSets::finish(const Level& level, std::size_t depth) {
  LongBitSet common = sets_[level.unmet.front()];
  for (const std::size_t number : level.unmet) common &= sets_[number];
  common -= level.without;
  for (const std::size_t member : common) {
    chosen_.add(member);
    if (wanted(depth + 1)) return true;
    chosen_.remove(member);
  }
  return false;
}

bool HittingSets::wanted(std::size_t count) const {
  const auto is_part = [this](const LongBitSet& part) { return chosen_.contains(part); };
  if (std::any_of(ruled_out_.begin(), ruled_out_.end(), is_part)) return false;
  return neighbours_.empty() || count < most_ || count == 0 || hangs_together();
}

bool HittingSets::hangs_together() const {
  if (!chosen_.meets(roots_)) return false;
  LongBitSet reached(members_), before;
  reached.add(*chosen_.begin());
  while (reached != before) {
    before = reached;
    reached = with_neighbours(before);
    reached &= chosen_;
  }
  return reached == chosen_;
}

LongBitSet HittingSets::with_neighbours(const LongBitSet& members) const {
  LongBitSet found = members;
  for (const std::size_t member : members) found |= neighbours_[member];
  return found;
}

}  // namespace cpsudoku::hitting_sets
