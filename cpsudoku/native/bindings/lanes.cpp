#include <limits>

#include "bindings/shared.hpp"
#include "bitboard/many.hpp"

namespace cpsudoku::bindings {

namespace {

using namespace bitboard;

using EffortDict = nb::typed<nb::dict, nb::str, nb::int_>;

EffortDict as_dict(const Effort& effort) {
  EffortDict d;
  d["nodes"] = effort.nodes;
  d["guesses"] = effort.guesses;
  d["rounds"] = effort.rounds;
  d["lane_rounds"] = effort.lane_rounds;
  d["exchanges"] = effort.exchanges;
  d["peak_waiting"] = effort.peak_waiting;
  return d;
}

Puzzles digits(const Rows<const std::uint8_t>& puzzles) {
  if (puzzles.shape(1) != 81) throw nb::value_error("expected puzzles of 81 cells");
  return {puzzles.data(), Notation::kNumbers, 81, puzzles.shape(0)};
}

Puzzles candidates(const Rows<const std::uint16_t>& puzzles) {
  if (puzzles.shape(1) != 81) throw nb::value_error("expected puzzles of 81 cells");
  return {puzzles.data(), Notation::kCandidates, 162, puzzles.shape(0)};
}

EffortDict search_lanes(const Puzzles& puzzles, std::optional<std::uint64_t> limit,
                        std::optional<double> seconds, unsigned threads,
                        const Row<std::int64_t>& counts, const Rows<std::uint8_t>& solutions,
                        const Row<bool>& unknown, const std::optional<std::string>& wanted) {
  const std::size_t n = puzzles.size;
  if (counts.shape(0) != n || unknown.shape(0) != n || solutions.shape(0) != n ||
      solutions.shape(1) != 81) {
    throw nb::value_error("expected n counts, n × 81 solutions and n unknowns");
  }
  constexpr std::uint64_t kMost = std::numeric_limits<std::int64_t>::max();
  const LaneOptions options{std::min(limit.value_or(kMost), kMost), checked_threads(threads),
                            wanted ? width_called(*wanted) : width()};
  return as_dict(watched(seconds, [&](Watch& watch) {
    return search_many(puzzles, options, watch, {counts.data(), solutions.data(), unknown.data()});
  }));
}

// A search of what `read` makes of an array.
template <class Array>
void bind(nb::module_& m, const char* name, Puzzles (*read)(const Array&)) {
  m.def(
      name,
      [read](const Array& puzzles, std::optional<std::uint64_t> limit,
             std::optional<double> seconds, unsigned threads, Row<std::int64_t> counts,
             Rows<std::uint8_t> solutions, Row<bool> unknown,
             const std::optional<std::string>& wanted) {
        return search_lanes(read(puzzles), limit, seconds, threads, counts, solutions, unknown,
                            wanted);
      },
      "puzzles"_a.noconvert(), nb::kw_only(), "limit"_a.none(), "seconds"_a.none(), "threads"_a,
      "counts"_a.noconvert(), "solutions"_a.noconvert(), "unknown"_a.noconvert(),
      "width"_a.none() = nb::none(),
      "Search puzzles up to a limit each; fill the given arrays and return what it cost.");
}

}  // namespace

void bind_lanes(nb::module_& m) {
  bind(m, "lanes_search_digits", &digits);
  bind(m, "lanes_search_candidates", &candidates);
}

}  // namespace cpsudoku::bindings
