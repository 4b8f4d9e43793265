// What the bindings of the cores share; each core's bindings are in a file of their own.
#pragma once

#include <nanobind/nanobind.h>

#include <atomic>
#include <cmath>
#include <optional>
#include <stdexcept>

#include "core/watch.hpp"

namespace cpsudoku {

// A watch whose hook lets Python handle signals, so that Ctrl-C ends a native search.
// Only Python's main thread handles signals; elsewhere the hook never says true.
inline Watch python_watch(std::optional<double> seconds) {
  if (seconds && std::isnan(*seconds)) throw nanobind::value_error("seconds: expected a number");
  return Watch(seconds, [] {
    nanobind::gil_scoped_acquire gil;
    return PyErr_CheckSignals() != 0;
  });
}

// Raise in Python what the hook met (KeyboardInterrupt, as a rule).  Call it with the GIL held.
inline void raise_if_interrupted(const Watch& watch) {
  if (watch.interrupted()) throw nanobind::python_error();
}

// What a call holds while it uses an object that has one user at a time: a second thread is told so,
// not left to corrupt it.  (Calls give the interpreter's lock away while they search.)
class InUse {
 public:
  using Flag = std::atomic<bool>;

  explicit InUse(Flag& flag) : flag_(flag) {
    if (flag_.exchange(true)) throw std::runtime_error("this search is running in another thread");
  }
  ~InUse() { flag_.store(false); }
  InUse(const InUse&) = delete;
  InUse& operator=(const InUse&) = delete;

 private:
  Flag& flag_;
};

// More threads than any machine has processors are a mistake, and each would have memory of its own.
inline constexpr unsigned kMostThreads = 4096;

inline unsigned checked_threads(unsigned threads) {
  if (threads > kMostThreads) throw nanobind::value_error("threads: expected at most 4096");
  return threads;
}

// One for each core.
void bind_backtrack(nanobind::module_& m);
void bind_defining_sets(nanobind::module_& m);
void bind_exact_cover(nanobind::module_& m);
void bind_fd(nanobind::module_& m);
void bind_generation(nanobind::module_& m);
void bind_bitboard(nanobind::module_& m);
void bind_grids(nanobind::module_& m);
void bind_symmetry(nanobind::module_& m);
void bind_lanes(nanobind::module_& m);
void bind_lines(nanobind::module_& m);
void bind_logic(nanobind::module_& m);
void bind_propagation(nanobind::module_& m);
void bind_proofs(nanobind::module_& m);
void bind_verify(nanobind::module_& m);

}  // namespace cpsudoku
