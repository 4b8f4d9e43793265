#include "fd/search.hpp"

#include <cmath>

#include "core/randomness.hpp"

namespace cpsudoku::fd {

namespace {
constexpr std::uint64_t kNodesPerPoll = 16;
constexpr std::uint64_t kFirstRestart = 1000;  // conflicts until the first, then half as many more
constexpr std::uint64_t kFirstIfAsked = 100;   // the same where one solution is wanted
constexpr double kGrowth = 1.002;              // of what a conflict weighs
constexpr double kPull = 160;  // of a sum with one way to fill it, in weights; of n ways ∛n less
constexpr double kUrgency = .5;  // of the weight of the digit in most dead ends, for a cell with it
constexpr double kMostWeight = 1e100;
}  // namespace

Search::Search(std::shared_ptr<const Network> network, std::span<const Mask> candidates,
               std::uint64_t seed)
    : network_(std::move(network)),
      candidates_(candidates.begin(), candidates.end()),
      agenda_(network_->subscriptions()),
      store_(network_->words(), agenda_),
      preferred_(network_->cells(), 0),
      seed_(seed),
      random_(seed),
      restart_at_(kFirstRestart),
      between_restarts_(kFirstRestart) {
  candidates_.resize(network_->cells(), all_digits(network_->digits()));
  for (const double degree : network_->degrees()) weights_.push_back(1 + degree / 4);
  if (network_->has_hard_digits())
    digit_weights_.assign(static_cast<std::size_t>(network_->digits()), 0);
  if (seed_ == 0) return;
  for (double& weight : weights_)
    weight *= 1 + static_cast<double>(split_mix(random_) % 1024) / 2048;
}

Status Search::next(Watch& watch, std::uint64_t conflicts) {
  const std::uint64_t most = conflicts_ + std::min(conflicts, ~conflicts_);
  std::uint64_t poll = nodes_;
  for (Frame frame{};;) {
    if (step_ != Step::done && nodes_ >= poll) {
      if (watch.expired() || conflicts_ >= most || is_spent()) return Status::stopped;
      poll = nodes_ + kNodesPerPoll;
    }
    switch (step_) {
      case Step::start: step_ = stand() ? Step::choose : Step::done; break;
      case Step::choose:
        if (!choose(frame)) {
          found_ = true;
          step_ = Step::back;
          return Status::solution;
        }
        step_ = decide(frame) ? Step::choose : Step::back;
        break;
      case Step::back:
        step_ = go_back();
        if (step_ == Step::choose && !found_ && conflicts_ >= restart_at_) start_again();
        break;
      case Step::done: return Status::exhausted;
    }
  }
}

void Search::ask(Cell cell, Mask digits) {
  return_to_root();
  found_ = false;
  between_restarts_ = kFirstIfAsked;
  restart_at_ = conflicts_ + between_restarts_;
  if (!stand()) {
    step_ = Step::done;
    return;
  }
  store_.push();
  step_ = store_.narrow(cell, digits) && fixpoint() ? Step::choose : Step::done;
}

void Search::refute(Cell cell, Mask digits) {
  return_to_root();
  if (stand() && !(store_.narrow(cell, ~digits) && fixpoint())) root_ = Root::failed;
}

void Search::return_to_root() {
  frames_.clear();
  while (store_.depth() > 0) store_.pop();
}

// Whether the root stands, which is propagated once.
bool Search::stand() {
  if (root_ == Root::open) root_ = start() ? Root::stands : Root::failed;
  return root_ == Root::stands;
}

// Propagate the rules and the givens.
bool Search::start() {
  for (Cell cell = 0; cell < network_->cells(); ++cell) {
    const Mask before = store_[cell];
    if (before == 0 || !store_.narrow(cell, candidates_[cell])) return false;
    // The agenda hears only of changes.
    if (is_single(before)) agenda_.changed(cell, before);
  }
  for (PropagatorId id = 0; id < network_->propagators().size(); ++id) agenda_.wake(id);
  return fixpoint();
}

bool Search::fixpoint() {
  const bool spares_subsets = !subsets_ && store_.depth() > 0;
  for (PropagatorId id = 0;;) {
    if (!place_fixed()) break;
    if (!agenda_.next(id)) return true;
    if (spares_subsets && network_->is_for_subsets(id)) continue;
    const Propagator& one = *network_->propagators()[id];
    ++propagations_;
    work_ += one.scope().size() << static_cast<unsigned>(one.cost());
    const std::uint64_t changes = store_.changes();
    if (one.propagate(store_)) {
      if (store_.changes() != changes && one.is_idempotent()) agenda_.forget(id);
    } else {
      // Of a constraint on many cells any may be at fault, and a weight for all means nothing.
      const auto& suspects = one.suspects(store_);
      if (suspects.size() <= static_cast<std::size_t>(network_->digits())) blame(suspects);
      break;
    }
  }
  ++conflicts_;
  agenda_.clear();
  return false;
}

// The peers of fixed cells lose their digits.
bool Search::place_fixed() {
  for (Cell cell = 0; agenda_.next_fixed(cell);) {
    const Mask others = ~store_[cell];
    for (const Cell peer : network_->peers(cell)) {
      if (store_.narrow(peer, others)) continue;
      const Cell both[] = {cell, peer};
      blame(both);
      return false;
    }
  }
  return true;
}

// Later conflicts weigh more: the same as if all weights before shrank.
void Search::blame(std::span<const Cell> cells) {
  for (const Cell cell : cells) weights_[cell] += increment_;
  increment_ *= kGrowth;
  if (increment_ < kMostWeight) return;
  for (double& weight : weights_) weight /= kMostWeight;
  for (double& weight : digit_weights_) weight /= kMostWeight;
  increment_ /= kMostWeight;
}

// What it adds to a cell that it may have the digit that dead ends were decided on of late, if any.
double Search::urgent_digit(Mask& digit) const {
  const auto most = std::max_element(digit_weights_.begin(), digit_weights_.end());
  if (most == digit_weights_.end() || *most < 2 * network_->digits() * increment_) return 0;
  digit = Mask{1} << (most - digit_weights_.begin());
  return kUrgency * *most;
}

// Choose a cell and a digit; false where every cell has one.
bool Search::choose(Frame& frame) {
  if (completes_sums_) pull_to_sums();
  Mask urgent = 0;
  const double urgency = urgent_digit(urgent);
  double best = -1;
  for (Cell cell = 0; cell < network_->cells(); ++cell) {
    const Mask mask = store_[cell];
    if (is_single(mask)) continue;
    const double all = weight(cell) + (mask & urgent ? urgency : 0);
    const double score = all / bit_count(mask);
    if (score <= best) continue;
    best = score;
    frame.cell = cell;
  }
  if (best < 0) return false;
  if (bit_count(store_[frame.cell]) > 2 && choose_place(frame, best)) return true;
  Mask mask = store_[frame.cell];
  if (const Mask preferred = mask & preferred_[frame.cell]) mask = preferred;
  if (seed_ != 0) {
    for (auto skipped = split_mix(random_) % static_cast<unsigned>(bit_count(mask)); skipped > 0;
         --skipped) {
      mask &= mask - 1;
    }
  }
  frame.digit = mask & (~mask + 1);
  return true;
}

// Of cells in sums that there are few ways to fill, the weight counts for more.
void Search::pull_to_sums() {
  pulls_.assign(network_->cells(), 1);
  for (const auto& sum : network_->crossing_sums()) {
    double ways = 1;
    for (const Cell cell : sum) ways *= bit_count(store_[cell]);
    if (ways == 1) continue;
    const double pull = kPull / std::cbrt(ways);
    for (const Cell cell : sum) pulls_[cell] += pull;
  }
}

// Choose a digit with two places in a house, if its cell weighs more for two ways than the best does.
bool Search::choose_place(Frame& frame, double best) const {
  bool found = false;
  for (const auto& house : network_->houses()) {
    const Mask two_places = store_.with_two_places(house);
    if (two_places == 0) continue;
    for (const Cell cell : house) {
      const Mask here = store_[cell] & two_places;
      if (here == 0 || weight(cell) / 2 <= best) continue;
      best = weight(cell) / 2;
      frame = {cell, here & (~here + 1)};
      found = true;
    }
  }
  return found;
}

bool Search::decide(const Frame& frame) {
  ++nodes_;
  frames_.push_back(frame);
  store_.push();
  if (store_.narrow(frame.cell, frame.digit) && fixpoint()) return true;
  const Cell one[] = {frame.cell};
  if (!digit_weights_.empty()) { digit_weights_[std::countr_zero(frame.digit)] += increment_; }
  blame(one);
  return false;
}

// Take the newest decision back and propagate its contrary.
Search::Step Search::go_back() {
  if (frames_.empty()) return Step::done;
  const Frame frame = frames_.back();
  frames_.pop_back();
  store_.pop();
  return store_.narrow(frame.cell, ~frame.digit) && fixpoint() ? Step::choose : Step::back;
}

// Back to the root, with the weights and what was refuted there.
void Search::start_again() {
  for (; !frames_.empty(); frames_.pop_back()) store_.pop();
  between_restarts_ += between_restarts_ / 2;
  restart_at_ = conflicts_ + between_restarts_;
}

}  // namespace cpsudoku::fd
