// Puzzles to a wish by the thousand: many boards dug at the same time.
//
// A board (board.hpp) has one question after another: does any solution of this refute the removal?
// Each thread keeps some thousand boards in flight, hands all their questions to the lanes engine at
// once, and gives the boards the answers; finished boards make room for new ones.
//
//     boards in flight  ── questions ─▶  lanes engine  ── solvable or not ─▶  boards
//           ▲                                                                   │
//           └── next attempt ◀── ledger of puzzles ◀── accepted, or rejected ───┘
//
// Puzzle i is the first attempt 0, 1, 2, … under (seed, i, attempt) that meets the wish.  What an
// attempt gives depends only on its key, so the puzzles depend neither on the number of threads,
// nor on the width of the vectors, nor on the order in which attempts end.  When a wish is hard,
// several attempts for one puzzle are in flight at a time, and of those that succeed the lowest
// counts.  How many puzzles are begun at a time follows from the share of attempts that succeed.
//
//     Digger digger(wish, seed, 0, 1000000, threads);
//     while (!digger.finished()) {
//       digger.run(0.2, watch);
//       while (auto made = digger.take()) { ... }   // in the order of their numbers
//     }
#pragma once

#include <deque>
#include <mutex>
#include <stdexcept>

#include "core/watch.hpp"
#include "generation/board.hpp"

namespace cpsudoku::generation {

struct Wish {
  Plan plan;
  std::vector<int> targets;  // numbers of givens to stop at, one is drawn; empty: dig to the end
  int least = 0, most = 81;  // numbers of givens that are accepted
  std::array<std::uint8_t, 9> least_blanks{};  // that are accepted in each box
  std::uint64_t least_choices = 0;             // search effort that is accepted
  std::uint64_t most_choices = ~std::uint64_t{0};
  bool measured = false;                       // whether the effort is wanted in any case
  std::array<std::uint16_t, 81> candidates;    // what the final grid may have in each cell
  std::uint64_t attempts = ~std::uint64_t{0};  // at most for one puzzle

  Wish() { candidates.fill(0x1ff); }
};

struct Made {
  std::uint64_t index = 0;
  std::uint64_t attempts = 0;  // that it took, this one included
  std::uint64_t choices = 0;   // search effort, where it was measured
  bool met = false;            // false: none of the attempts met the wish
  ClassicGrid puzzle{}, grid{};
};

// Why attempts were rejected.
struct Rejections {
  std::array<std::uint64_t, 82> clues{};  // for their number of givens, by number
  std::uint64_t boxes = 0;                // for too few blanks in a box
  std::uint64_t effort = 0;
  std::uint64_t pattern = 0;  // for a cell that was to be blank and could not
};

// No final grid agrees with the candidates of a wish.
class NoGrid : public std::runtime_error {
 public:
  NoGrid() : std::runtime_error("no final grid obeys these rules and givens") {}
};

class Digger {
 public:
  // Makes puzzles first … first + count − 1 of a seed, each from attempt `first_attempt` on.
  // Require: threads > 0.
  Digger(Wish wish, std::uint64_t seed, std::uint64_t first, std::uint64_t count, unsigned threads,
         std::uint64_t first_attempt = 0);
  ~Digger();

  // Works for about as long, until much is ready to be taken, until the watch expires or until
  // nothing is left to do.  Throws std::bad_alloc.
  void run(double seconds, Watch& watch);

  // The next puzzle in the order of their numbers, if it is ready.
  std::optional<Made> take();

  // Whether all puzzles have been taken.
  bool finished() const {
    const std::lock_guard lock(mutex_);
    return taken_ == count_;
  }

  // How many have ended so far.
  std::uint64_t attempts() const {
    const std::lock_guard lock(mutex_);
    return tried_;
  }
  Rejections rejections() const {
    const std::lock_guard lock(mutex_);
    return rejections_;
  }

 private:
  struct Key {
    std::uint64_t number, attempt;  // number: of the puzzle, from 0 on
  };
  // Of the ledger: a puzzle that has been begun.
  struct Entry {
    std::uint64_t next;                  // attempt, not yet begun
    std::vector<std::uint64_t> running;  // attempts, of those that may still count
    Made made;  // of the lowest attempt that succeeded: made.attempts − 1
    bool ended = false;

    std::uint64_t lowest() const { return made.met ? made.attempts - 1 : ~std::uint64_t{0}; }
  };
  class Worker;

  bool has_enough();
  void add_rejections(const Rejections& part);
  bool next_key(Key& key);
  bool is_wanted(const Key& key);
  void hand_in(const Key& key, const Made* made);
  std::uint64_t most_at_a_time() const;

  const Wish wish_;
  const std::uint64_t seed_, first_, count_, first_attempt_;
  std::vector<std::unique_ptr<Worker>> workers_;

  mutable std::mutex mutex_;  // of all that follows
  std::deque<Entry> ledger_;  // puzzles taken_, taken_ + 1, …, as far as they were begun
  std::uint64_t taken_ = 0, tried_ = 0, met_ = 0, ended_ = 0;
  std::size_t free_from_ = 0;  // no entry before this one may have another attempt now
  Rejections rejections_;
};

}  // namespace cpsudoku::generation
