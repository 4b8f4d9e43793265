#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <limits>
#include <string>

#include "bindings/shared.hpp"
#include "bitboard/many.hpp"

namespace nb = nanobind;

namespace cpsudoku {

namespace {

using namespace bitboard;

template <class T>
using Rows = nb::ndarray<T, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
template <class T>
using Row = nb::ndarray<T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

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

EffortDict search(const Puzzles& puzzles, std::optional<std::uint64_t> limit,
                std::optional<double> seconds, unsigned threads, Row<std::int64_t> counts,
                Rows<std::uint8_t> solutions, Row<bool> unknown,
                const std::optional<std::string>& wanted) {
  const std::size_t n = puzzles.size;
  if (counts.shape(0) != n || unknown.shape(0) != n || solutions.shape(0) != n ||
      solutions.shape(1) != 81) {
    throw nb::value_error("expected n counts, n × 81 solutions and n unknowns");
  }
  constexpr std::uint64_t kMost = std::numeric_limits<std::int64_t>::max();
  const LaneOptions options{std::min(limit.value_or(kMost), kMost), checked_threads(threads),
                            wanted ? width_called(*wanted) : width()};
  Watch watch = python_watch(seconds);
  Effort effort;
  {
    nb::gil_scoped_release release;
    effort = search_many(puzzles, options, watch,
                         {counts.data(), solutions.data(), unknown.data()});
  }
  raise_if_interrupted(watch);
  return as_dict(effort);
}

EffortDict search_digits(Rows<const std::uint8_t> puzzles, std::optional<std::uint64_t> limit,
                       std::optional<double> seconds, unsigned threads, Row<std::int64_t> counts,
                       Rows<std::uint8_t> solutions, Row<bool> unknown,
                       std::optional<std::string> wanted) {
  if (puzzles.shape(1) != 81) throw nb::value_error("expected puzzles of 81 cells");
  return search({puzzles.data(), Notation::kNumbers, 81, puzzles.shape(0)}, limit, seconds, threads,
                counts, solutions, unknown, wanted);
}

EffortDict search_candidates(Rows<const std::uint16_t> puzzles, std::optional<std::uint64_t> limit,
                           std::optional<double> seconds, unsigned threads,
                           Row<std::int64_t> counts, Rows<std::uint8_t> solutions,
                           Row<bool> unknown, std::optional<std::string> wanted) {
  if (puzzles.shape(1) != 81) throw nb::value_error("expected puzzles of 81 cells");
  return search({puzzles.data(), Notation::kCandidates, 162, puzzles.shape(0)}, limit, seconds,
                threads, counts, solutions, unknown, wanted);
}

EffortDict search_text(nb::bytes text, std::size_t stride, std::size_t size,
                     std::optional<std::uint64_t> limit, std::optional<double> seconds,
                     unsigned threads, Row<std::int64_t> counts, Rows<std::uint8_t> solutions,
                     Row<bool> unknown, std::optional<std::string> wanted) {
  if (stride < 81 || (size && (text.size() < 81 || (text.size() - 81) / stride < size - 1))) {
    throw nb::value_error("the text is too short for so many puzzles");
  }
  return search({text.data(), Notation::kText, stride, size}, limit, seconds, threads, counts,
                solutions, unknown, wanted);
}

}  // namespace

void bind_lanes(nb::module_& m) {
  const char* doc =
      "Search puzzles up to a limit each; fill the given arrays and return what it cost.";
  m.def("lanes_search_digits", &search_digits, nb::arg("puzzles").noconvert(), nb::kw_only(),
        nb::arg("limit").none(), nb::arg("seconds").none(), nb::arg("threads"), nb::arg("counts").noconvert(),
        nb::arg("solutions").noconvert(), nb::arg("unknown").noconvert(), nb::arg("width").none() = nb::none(), doc);
  m.def("lanes_search_candidates", &search_candidates, nb::arg("puzzles").noconvert(), nb::kw_only(),
        nb::arg("limit").none(), nb::arg("seconds").none(), nb::arg("threads"), nb::arg("counts").noconvert(),
        nb::arg("solutions").noconvert(), nb::arg("unknown").noconvert(), nb::arg("width").none() = nb::none(), doc);
  m.def("lanes_search_text", &search_text, nb::arg("text"), nb::arg("stride"), nb::arg("size"),
        nb::kw_only(), nb::arg("limit").none(), nb::arg("seconds").none(), nb::arg("threads"),
        nb::arg("counts").noconvert(), nb::arg("solutions").noconvert(), nb::arg("unknown").noconvert(),
        nb::arg("width").none() = nb::none(), doc);
}

}  // namespace cpsudoku
