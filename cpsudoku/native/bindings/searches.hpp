// What every search for grids offers Python, however it searches.
#pragma once

#include <bit>
#include <cstdint>

#include "bindings/shared.hpp"

namespace cpsudoku::bindings {

// A search, and how many cells its solutions show, which come first.
template <class Search>
struct GridSearch {
  Search search;
  std::size_t shown;
};

// What Python holds.  (nanobind distinguishes types by name, unnamed namespaces or not.)
template <class Search>
using BoundSearch = Used<GridSearch<Search>>;

// The digits of the next solution as bytes, one a cell; None if none is left or time ran out.
template <class Search>
std::optional<nb::bytes> next_solution(BoundSearch<Search>& self, std::optional<double> seconds) {
  const InUse in_use(self.in_use);
  Search& search = self.core.search;  // no structured binding: clang++ 14 captures none
  const Status status = watched(seconds, [&](Watch& watch) { return search.next(watch); });
  if (status != Status::solution) return std::nullopt;
  std::string digits(self.core.shown, 0);
  for (std::uint32_t cell = 0; cell < digits.size(); ++cell) {
    digits[cell] = static_cast<char>(std::countr_zero(search.domain(cell)) + 1);
  }
  return bytes_of(digits);
}

template <class Search>
std::uint64_t count_solutions(BoundSearch<Search>& self, std::optional<std::uint64_t> limit,
                              std::optional<double> seconds) {
  const InUse in_use(self.in_use);
  return watched(seconds, [&](Watch& watch) {
    std::uint64_t found = 0;
    while ((!limit || found < *limit) && self.core.search.next(watch) == Status::solution) ++found;
    return found;
  });
}

template <class Search>
void bind_answers(nb::class_<BoundSearch<Search>>& bound) {
  using Of = GridSearch<Search>;
  bound
      .def("next", &next_solution<Search>, "seconds"_a = nb::none(),
           "Return the next solution as one byte a cell, or None.")
      .def("count", &count_solutions<Search>, "limit"_a = nb::none(), "seconds"_a = nb::none(),
           "Count further solutions without keeping them, up to a limit.")
      .def_prop_ro("exhausted", at_rest<Of>([](const Of& of) { return of.search.exhausted(); }))
      .def_prop_ro("nodes", at_rest<Of>([](const Of& of) { return of.search.nodes(); }))
      .def_prop_ro("conflicts", at_rest<Of>([](const Of& of) { return of.search.conflicts(); }))
      .def_prop_ro("propagations",
                   at_rest<Of>([](const Of& of) { return of.search.propagations(); }));
}

}  // namespace cpsudoku::bindings
