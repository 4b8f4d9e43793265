#include "fd/sampler.hpp"

namespace cpsudoku::fd {

namespace {
constexpr std::uint64_t kFirstConflicts = 64;
constexpr std::uint64_t kPatienceGrowth = 4;
constexpr std::uint64_t kForSubsets = 4096;  // where these do not suffice, subsets are tried
constexpr std::uint64_t kForAll =
    128;  // times as many conflicts for all solutions as for a digit's
}  // namespace

Sampler::Sampler(std::shared_ptr<const Network> network, std::span<const Mask> candidates,
                 std::uint64_t seed)
    : digits_(network->digits()),
      candidates_(candidates.begin(), candidates.end()),
      settled_(candidates.size(), 0),
      counts_(candidates.size() * static_cast<std::size_t>(network->digits()), 0),
      search_(std::move(network), candidates, seed) {
  search_.complete_sums();
}

void Sampler::settle(Cell cell, Mask digits) {
  settled_[cell] |= digits;
  Mask refuted = 0;
  for (Mask rest = digits & candidates_[cell]; rest != 0; rest &= rest - 1) {
    if (count(cell, std::countr_zero(rest)) == 0) refuted |= rest & (~rest + 1);
  }
  if (refuted == 0) return;
  search_.refute(cell, refuted);
  settle_what_the_root_refutes();
}

bool Sampler::run(std::uint32_t wanted, Watch& watch, std::uint64_t work) {
  search_.stop_after(work);
  search_.refute(0, 0);
  settle_what_the_root_refutes();
  // First whether there is a solution at all with each digit: that is what people wait for.
  return run_in_turns(1, watch) && (wanted <= 1 || run_in_turns(wanted, watch));
}

bool Sampler::run_in_turns(std::uint32_t wanted, Watch& watch) {
  for (std::uint64_t conflicts = kFirstConflicts;; conflicts *= kPatienceGrowth) {
    if (take_turns(wanted, conflicts, watch)) return true;
    if (watch.expired() || search_.is_spent()) return false;
  }
}

// Ask for the open digits of each cell; true if none is open then.
bool Sampler::take_turns(std::uint32_t wanted, std::uint64_t conflicts, Watch& watch) {
  bool all = true;
  if (wanted > 1) list_all(wanted, kForAll * conflicts, watch);
  for (Cell cell = 0; cell < cells(); ++cell) {
    if (watch.expired() || search_.is_spent()) return false;
    Mask later = 0;
    while (const Mask left = open(cell, wanted) & ~later) {
      // For one solution, any of the digits will do; more are counted digit by digit.
      const Mask asked = wanted == 1 ? left : left & (~left + 1);
      switch (answer(cell, asked, wanted, conflicts, watch)) {
        case Answer::found: break;
        case Answer::none: settle(cell, asked); break;
        case Answer::stopped: later |= asked; break;
      }
    }
    all &= later == 0;
  }
  return all;
}

// Where there are few solutions, listing all of them settles every digit at once.
void Sampler::list_all(std::uint32_t wanted, std::uint64_t conflicts, Watch& watch) {
  search_.look_for_subsets(true);
  search_.ask(0, all_digits(digits_));
  const std::uint64_t end = search_.conflicts() + conflicts;
  const std::uint64_t many = std::uint64_t{wanted} * static_cast<std::uint64_t>(digits_);
  for (std::uint64_t found = 0; found <= many && search_.conflicts() < end; ++found) {
    const Status status = search_.next(watch, end - search_.conflicts());
    if (status == Status::exhausted) {
      settled_ = candidates_;
      return;
    }
    if (status == Status::stopped) return;
    keep(position());
  }
}

Solution Sampler::position() const {
  Solution solution(cells(), '\0');
  for (Cell cell = 0; cell < cells(); ++cell) {
    solution[cell] = static_cast<char>(std::countr_zero(search_.domain(cell)));
  }
  return solution;
}

Sampler::Answer Sampler::answer(Cell cell, Mask digits, std::uint32_t wanted,
                                std::uint64_t conflicts, Watch& watch) {
  prefer(wanted, conflicts);
  search_.look_for_subsets(false);
  const Answer soon = search(cell, digits, wanted, conflicts, watch);
  if (soon != Answer::stopped || conflicts < kForSubsets) return soon;
  search_.look_for_subsets(true);
  return search(cell, digits, wanted, conflicts, watch);
}

Sampler::Answer Sampler::search(Cell cell, Mask digits, std::uint32_t wanted,
                                std::uint64_t conflicts, Watch& watch) {
  search_.ask(cell, digits);
  for (const std::uint64_t end = search_.conflicts() + conflicts;;) {
    if (search_.conflicts() >= end) return Answer::stopped;
    switch (search_.next(watch, end - search_.conflicts())) {
      case Status::exhausted: return Answer::none;
      case Status::stopped: return Answer::stopped;
      case Status::solution: break;
    }
    if (!keep(position())) continue;
    prefer(wanted, conflicts);
    if (wanted == 1 || count(cell, std::countr_zero(digits)) >= wanted) return Answer::found;
  }
}

// Open digits, for each solution to show many.  What is hard to find is more likely near a solution
// that there is, so that where a cell has none open its digit there comes first.
void Sampler::prefer(std::uint32_t wanted, std::uint64_t conflicts) {
  const bool near = conflicts > kFirstConflicts && !solutions_.empty();
  for (Cell cell = 0; cell < cells(); ++cell) {
    const Mask unseen = open(cell, wanted);
    search_.prefer(cell, near && unseen == 0 ? Mask{1} << solutions_.back()[cell] : unseen);
  }
}

Mask Sampler::open(Cell cell, std::uint32_t wanted) const {
  Mask found = 0;
  for (Mask rest = candidates_[cell] & ~settled_[cell]; rest != 0; rest &= rest - 1) {
    const auto digit = static_cast<std::size_t>(std::countr_zero(rest));
    const auto counted = counts_[cell * static_cast<std::size_t>(digits_) + digit];
    if (counted < wanted) found |= rest & (~rest + 1);
  }
  return found;
}

// Put a solution into the pool; false if it is there.
bool Sampler::keep(const Solution& solution) {
  if (!pool_.insert(solution).second) return false;
  solutions_.push_back(solution);
  for (Cell cell = 0; cell < cells(); ++cell) ++count(cell, solution[cell]);
  return true;
}

void Sampler::settle_what_the_root_refutes() {
  for (Cell cell = 0; cell < cells(); ++cell) {
    settled_[cell] |=
        search_.impossible() ? candidates_[cell] : candidates_[cell] & ~search_.domain(cell);
  }
}

std::uint32_t& Sampler::count(Cell cell, int digit) {
  return counts_[cell * static_cast<std::size_t>(digits_) + static_cast<std::size_t>(digit)];
}

}  // namespace cpsudoku::fd
