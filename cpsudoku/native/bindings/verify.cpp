#include "bindings/shared.hpp"
#include "core/verify.hpp"

namespace cpsudoku::bindings {

namespace {

using AnyGrids = Rows<const std::uint8_t>;
using Counts = Row<const std::int64_t>;

constexpr std::size_t kMostCells = std::size_t{1} << 16;  // cells have 16-bit numbers

void make_groups(Groups* self, std::size_t size,
                 const std::vector<std::vector<std::uint16_t>>& groups,
                 std::optional<std::size_t> asked) {
  if (size < 1 || size > 64) throw nb::value_error("size must be 1 to 64");
  const std::size_t cells = asked.value_or(size * size);
  if (cells < 1 || cells > kMostCells) throw nb::value_error("cells must be 1 to 65536");
  std::vector<std::size_t> seen_in(cells);  // number of the last group with a cell
  std::size_t number = 0;
  for (const auto& group : groups) {
    ++number;
    for (const auto cell : group) {
      if (cell >= cells) throw nb::value_error("a group has a cell outside of the grid");
      if (std::exchange(seen_in[cell], number) == number) {
        throw nb::value_error("a group has a cell twice");
      }
    }
  }
  new (self) Groups(size, cells, groups);
}

std::int64_t fault(const Groups& groups, AnyGrids puzzles, AnyGrids grids, Counts counts,
                   unsigned threads) {
  const std::size_t n = puzzles.shape(0);
  if (grids.shape(0) != n || counts.shape(0) != n || puzzles.shape(1) != groups.cells() ||
      grids.shape(1) != groups.cells()) {
    throw nb::value_error("expected puzzles and grids of shape (n, cells) and n counts");
  }
  checked_threads(threads);
  nb::gil_scoped_release release;
  const std::size_t found =
      first_fault(groups, puzzles.data(), grids.data(), counts.data(), n, threads);
  return found == n ? -1 : static_cast<std::int64_t>(found);
}

// The items of a tuple as numbers; none unless there are `size` of them and all are 0 to `most`.
template <class Number>
std::optional<std::vector<Number>> numbers(const Integers& from, std::size_t size,
                                           std::uint64_t most) {
  if (from.size() != size) return std::nullopt;
  std::vector<Number> made(size);
  for (std::size_t i = 0; i < size; ++i) {
    PyObject* item = NB_TUPLE_GET_ITEM(from.ptr(), static_cast<Py_ssize_t>(i));
    if (!PyLong_Check(item)) return std::nullopt;
    const std::uint64_t value = PyLong_AsUnsignedLongLong(item);
    if (value > most || (value == most && PyErr_Occurred() != nullptr)) {
      PyErr_Clear();
      return std::nullopt;
    }
    made[i] = static_cast<Number>(value);
  }
  return made;
}

constexpr std::uint64_t kAnyMask = ~std::uint64_t{0};

bool holds(const Groups& groups, const Integers& candidates, const Integers& grid) {
  const auto masks = numbers<std::uint64_t>(candidates, groups.cells(), kAnyMask);
  const auto digits = numbers<std::uint8_t>(grid, groups.cells(), groups.size());
  return masks && digits && groups.hold(masks->data(), digits->data());
}

bool clash(const Groups& groups, const Integers& candidates) {
  const auto masks = numbers<std::uint64_t>(candidates, groups.cells(), kAnyMask);
  if (!masks) throw nb::value_error("expected a mask of at most 64 bits for each cell");
  return groups.clash(masks->data());
}

}  // namespace

void bind_verify(nb::module_& m) {
  nb::class_<Groups>(m, "Groups", "Sets of cells whose digits are all different.")
      .def("__init__", &make_groups, "size"_a, "groups"_a, "cells"_a = nb::none())
      .def("holds", &holds, "candidates"_a, "grid"_a,
           "Return whether a tuple of digits is a solution within the candidate masks.")
      .def("clash", &clash, "candidates"_a,
           "Return whether candidate masks contradict each other at first sight.")
      .def("first_fault", &fault, "puzzles"_a.noconvert(), "grids"_a.noconvert(),
           "counts"_a.noconvert(), "threads"_a,
           "Return the index of the first grid that is not a solution of its puzzle, or -1.");
}

}  // namespace cpsudoku::bindings
