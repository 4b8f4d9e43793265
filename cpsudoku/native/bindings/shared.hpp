// What the bindings of the cores share; each core's bindings are in a file of their own.
#pragma once

#include <nanobind/nanobind.h>

#include <optional>

#include "core/watch.hpp"

namespace cpsudoku {

// A watch whose hook lets Python handle signals, so that Ctrl-C ends a native search.
// Only Python's main thread handles signals; elsewhere the hook never says true.
inline Watch python_watch(std::optional<double> seconds) {
  return Watch(seconds, [] {
    nanobind::gil_scoped_acquire gil;
    return PyErr_CheckSignals() != 0;
  });
}

// Raise in Python what the hook met (KeyboardInterrupt, as a rule).  Call it with the GIL held.
inline void raise_if_interrupted(const Watch& watch) {
  if (watch.interrupted()) throw nanobind::python_error();
}

// One for each core.
void bind_backtrack(nanobind::module_& m);
void bind_defining_sets(nanobind::module_& m);
void bind_exact_cover(nanobind::module_& m);
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
