#include <cmath>
#include <cstdlib>

#include "bindings/shared.hpp"
#include "core/processor.hpp"

namespace cpsudoku::bindings {

Watch python_watch(std::optional<double> seconds) {
  if (seconds && std::isnan(*seconds)) throw nb::value_error("seconds: expected a number");
  return Watch(seconds, [] {
    nb::gil_scoped_acquire gil;
    return PyErr_CheckSignals() != 0;
  });
}

void raise_if_interrupted(const Watch& watch) {
  if (watch.interrupted()) throw nb::python_error();
}

void InUse::refuse() { throw std::runtime_error("this search is running in another thread"); }

std::size_t place_of(const char* what, const std::string& name,
                     std::initializer_list<const char*> known) {
  std::size_t place = 0;
  std::string names;
  for (const char* const one : known) {
    if (name == one) return place;
    names += std::string(" ") + one;
    ++place;
  }
  throw std::invalid_argument(std::string(what) + ": expected one of" + names);
}

}  // namespace cpsudoku::bindings

NB_MODULE(_native, m) {
  using namespace cpsudoku::bindings;
  // Caches of engines live until the interpreter ends, when nobody is left to be warned of them.
  nb::set_leak_warnings(false);
  // Now, because later another thread may be writing to the environment, as NumPy does when it is imported.
  if (const char* const widest = std::getenv("CPSUDOKU_WIDEST"); widest && *widest) {
    cpsudoku::hide_wider_than(widest);
  }
  m.doc() = "Compiled cores of cpsudoku; use them through cpsudoku.backends.";
  for (const auto bind :
       {bind_backtrack, bind_defining_sets, bind_exact_cover, bind_fd, bind_generation,
        bind_bitboard, bind_grids, bind_hitting_sets, bind_symmetry, bind_lanes, bind_lines,
        bind_logic, bind_propagation, bind_proofs, bind_verify}) {
    bind(m);
  }
}
