#include <limits>

#include "bindings/shared.hpp"
#include "bitboard/single.hpp"

namespace cpsudoku::bindings {

namespace {

using bitboard::Grid;
using bitboard::kCells;
using bitboard::Single;
using bitboard::Width;

bitboard::Candidates candidates_of(const Integers& masks) {
  if (masks.size() != kCells) throw nb::value_error("expected 81 candidate masks");
  bitboard::Candidates candidates;
  for (std::size_t cell = 0; cell < kCells; ++cell) {
    const long mask = PyLong_AsLong(NB_TUPLE_GET_ITEM(masks.ptr(), static_cast<Py_ssize_t>(cell)));
    if (mask == -1 && PyErr_Occurred() != nullptr) throw nb::python_error();
    if (mask < 0 || mask > bitboard::kAllDigits) {
      throw nb::value_error("a candidate mask must be 0 to 511");
    }
    candidates[cell] = static_cast<std::uint16_t>(mask);
  }
  return candidates;
}

constexpr std::uint64_t kNoLimit = std::numeric_limits<std::uint64_t>::max();

// One solution after another, each searched for on demand.
using BitboardEnumeration = Used<Single>;

std::optional<Integers> next_grid(BitboardEnumeration& self, std::optional<double> seconds) {
  const InUse in_use(self.in_use);
  Grid grid;
  const auto run = [&](Watch& watch) { return self.core.run(1, watch, &grid, 1); };
  if (watched(seconds, run) == 0) return std::nullopt;
  return python_tuple<std::uint8_t>(grid);
}

// The single-puzzle search at one width.  (The classes have long names because nanobind
// distinguishes types by name, unnamed namespaces or not.)
class BitboardSolver {
 public:
  explicit BitboardSolver(const std::optional<std::string>& width)
      : width_(width ? bitboard::width_called(*width) : bitboard::width()) {}

  std::string width() const { return std::string(bitboard::name(width_)); }

  using Found =
      nb::typed<nb::tuple, nb::typed<nb::tuple, Integers, nb::ellipsis>, bool, int, double>;

  Found search(const Integers& masks, std::optional<std::uint64_t> limit,
               std::optional<double> seconds) const {
    const auto start = Clock::now();
    Single search(candidates_of(masks), width_);
    nb::list solutions;
    std::uint64_t left = limit.value_or(kNoLimit);
    // Most searches end before a watch is worth its making.
    if (!seconds) {
      left -= append(solutions, left, [&](std::uint64_t wanted, Grid* grids) {
        return search.run_briefly(wanted, grids, kChunk);
      });
    }
    if (left > 0 && !search.exhausted()) {
      Watch watch = python_watch(seconds);
      std::uint64_t found = 1;
      while (found > 0 && left > 0) {
        found = append(solutions, left, [&](std::uint64_t wanted, Grid* grids) {
          return search.run(wanted, watch, grids, kChunk);
        });
        raise_if_interrupted(watch);
        left -= found;
      }
    }
    return Found(nb::make_tuple(nb::tuple(solutions), search.exhausted(), search.branches(),
                                std::chrono::duration<double>(Clock::now() - start).count()));
  }

  std::tuple<std::uint64_t, bool, std::uint64_t, double> count(
      const Integers& masks, std::optional<std::uint64_t> limit,
      std::optional<double> seconds) const {
    const auto start = Clock::now();
    Single search(candidates_of(masks), width_);
    const auto found =
        watched(seconds, [&](Watch& watch) { return search.run(limit.value_or(kNoLimit), watch); });
    return {found, search.exhausted(), search.branches(),
            std::chrono::duration<double>(Clock::now() - start).count()};
  }

  BitboardEnumeration* enumerate(const Integers& masks) const {
    return new BitboardEnumeration{Single(candidates_of(masks), width_)};
  }

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr std::size_t kChunk = 16;

  // Appends what `run` finds, at most kChunk solutions, and returns how many there were.
  template <class Run>
  static std::uint64_t append(nb::list& solutions, std::uint64_t wanted, Run run) {
    Grid grids[kChunk];
    std::uint64_t found = 0;
    {
      nb::gil_scoped_release release;
      found = run(std::min<std::uint64_t>(wanted, kChunk), grids);
    }
    for (std::uint64_t i = 0; i < found; ++i)
      solutions.append(python_tuple<std::uint8_t>(grids[i]));
    return found;
  }

  Width width_;
};

std::vector<std::string> widths() {
  std::vector<std::string> names;
  for (const Width width : bitboard::widths()) names.emplace_back(bitboard::name(width));
  return names;
}

}  // namespace

void bind_bitboard(nb::module_& m) {
  m.def("bitboard_widths", &widths,
        "Return the names of the vector widths that this machine has, narrowest first.");
  nb::class_<BitboardEnumeration>(m, "BitboardEnumeration",
                                  "The solutions of one puzzle, one by one.")
      .def("next", &next_grid, "seconds"_a.none(),
           "Return the next solution, or None at the end or when time is out.")
      .def_prop_ro("exhausted", at_rest<Single>([](const Single& of) { return of.exhausted(); }),
                   "Whether it is proved that there are no further solutions.");
  nb::class_<BitboardSolver>(m, "BitboardSolver", "Searches one classic 9×9 puzzle at a time.")
      .def(nb::init<const std::optional<std::string>&>(), "width"_a.none() = nb::none())
      .def_prop_ro("width", &BitboardSolver::width, "The vector width in use.")
      .def("search", &BitboardSolver::search, "candidates"_a, "limit"_a.none(), "seconds"_a.none(),
           "Return (solutions, exhausted, branches, seconds) for 81 candidate masks.")
      .def("count", &BitboardSolver::count, "candidates"_a, "limit"_a.none(), "seconds"_a.none(),
           "Return (number of solutions, exhausted, branches, seconds).")
      .def("enumerate", &BitboardSolver::enumerate, "candidates"_a,
           "Return the puzzle's `BitboardEnumeration`.");
}

}  // namespace cpsudoku::bindings
