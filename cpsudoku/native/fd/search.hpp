// A small finite-domain solver for any rules: propagate, choose a cell and a digit, go back.
//
//     auto network = std::make_shared<const Network>(9, 81, formulas);
//     fd::Search search(network, candidates, seed);
//     Watch watch(2.0);
//     while (search.next(watch) == Status::solution) use(search.domains());
//
// Where to read on, in this order: `formula.hpp` (what has to hold), `store.hpp` (the state and how
// it is taken back), `agenda.hpp` (which propagator is woken by what), `propagator.hpp` and
// `propagators/` (what follows), `network.hpp` (how one is made of the other), and this.
//
// The search tree is binary: cell = digit on the left, cell ≠ digit on the right, and after the right
// branch any other cell may be next.
//
//     frames   r1c2 = 3   r4c4 = 7   r2c9 = 1        a level of the store each
//
//     r2c9 = 1 fails: its level is taken back, r2c9 ≠ 1 is propagated on the level of r4c4 = 7; that
//     fails as well: the level of r4c4 goes, r4c4 ≠ 7 is propagated on that of r1c2 = 3, …
//
// Which cell: the one with the fewest digits for its *weight*, which grows with every dead end that a
// constraint on it caused, so that the search begins where contradictions come from (dom/wdeg:
// Boussemart, Hemery, Lecoutre and Sais, Boosting systematic search by weighting constraints, ECAI
// 2004).  A conflict adds its weight to the cells of the propagator that failed, if these are few, and
// to the cell that was decided last; the latest count most, as activities do in SAT solvers.  Where a
// digit has two places in a house, and one of them weighs more for two ways than the best cell for
// all its digits, the digit is tried there: the way not taken places it in the other.
//
// Where there are neither sums nor regions, digits weigh as well: the one on which the latest dead ends
// were decided adds half of its weight to each cell that may have it.  If asked to, a cell counts for
// more in each sum that it is in, the more the fewer ways there are to fill that.
//
// Until the first solution the search begins again after some conflicts, more each time, and keeps
// the weights and what was refuted at the root.  After a solution it never does: each is met once,
// in one tree.
#pragma once

#include <limits>

#include "core/watch.hpp"
#include "fd/network.hpp"

namespace cpsudoku::fd {

// One search.  It belongs to one thread at a time; the network may be shared.
class Search {
 public:
  // require: candidates has one mask a cell; the last cells may have all digits without.  A seed other than 0 breaks ties and orders digits.
  Search(std::shared_ptr<const Network> network, std::span<const Mask> candidates,
         std::uint64_t seed = 0);

  // Search for the next solution, for this many conflicts at most.
  Status next(Watch& watch, std::uint64_t conflicts = std::numeric_limits<std::uint64_t>::max());

  // Begin again at the root, only for solutions in which a cell has one of some digits.  What was
  // learned stays: the weights, and what was refuted at the root.
  void ask(Cell cell, Mask digits);

  // Take digits of a cell away for good; the next thing is to `ask`.
  void refute(Cell cell, Mask digits);

  void prefer(Cell cell, Mask digits) { preferred_[cell] = digits; }

  // Fill sums that few cells are missing from before anything else; see above.
  void complete_sums() { completes_sums_ = !network_->crossing_sums().empty(); }

  // Whether to look for subsets below the root; it counts from the next `ask` on.
  void look_for_subsets(bool wanted) { subsets_ = wanted; }

  // Whether it is known without more search that no solution is left (of those wanted).
  bool exhausted() const { return step_ == Step::done; }

  // Whether the root has failed, so that no solution exists, whatever is wanted.
  bool impossible() const { return root_ == Root::failed; }

  Mask domain(Cell cell) const { return store_[cell]; }
  std::size_t cells() const { return network_->cells(); }
  std::uint64_t nodes() const { return nodes_; }
  std::uint64_t conflicts() const { return conflicts_; }
  std::uint64_t propagations() const { return propagations_; }

  // Work is what propagators looked at, in cells, dear ones twice, four or eight times: the same on
  // every machine, and roughly so much in a second whatever the rules are.
  std::uint64_t work() const { return work_; }

  // Stop when the work of all searches so far exceeds this, as a watch would.
  void stop_after(std::uint64_t work) { most_work_ = work; }
  bool is_spent() const { return work_ >= most_work_; }

 private:
  enum class Step { start, choose, back, done };
  enum class Root { open, stands, failed };

  struct Frame {
    Cell cell;
    Mask digit;
  };

  bool stand();
  bool start();
  void return_to_root();
  bool fixpoint();
  bool place_fixed();
  void blame(std::span<const Cell> cells);
  double urgent_digit(Mask& digit) const;
  bool choose(Frame& frame);
  bool choose_place(Frame& frame, double best) const;
  void pull_to_sums();
  double weight(Cell cell) const { return weights_[cell] * (completes_sums_ ? pulls_[cell] : 1); }
  bool decide(const Frame& frame);
  Step go_back();
  void start_again();

  std::shared_ptr<const Network> network_;
  std::vector<Mask> candidates_;
  Agenda agenda_;
  Store store_;
  std::vector<double> weights_;
  std::vector<double> digit_weights_;  // empty where they do not count
  double increment_ = 1;
  bool completes_sums_ = false, subsets_ = true;
  std::vector<double> pulls_;  // for each cell by how much its sums make it more urgent
  std::vector<Frame> frames_;
  std::vector<Mask> preferred_;
  Step step_ = Step::start;
  Root root_ = Root::open;
  bool found_ = false;
  std::uint64_t seed_, random_;
  std::uint64_t nodes_ = 0, conflicts_ = 0, propagations_ = 0, work_ = 0;
  std::uint64_t most_work_ = std::numeric_limits<std::uint64_t>::max();
  std::uint64_t restart_at_, between_restarts_;
};

}  // namespace cpsudoku::fd
