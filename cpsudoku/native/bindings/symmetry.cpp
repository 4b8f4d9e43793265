#include <nanobind/ndarray.h>

#include <algorithm>
#include <string>

#include "bindings/shared.hpp"
#include "core/parallel.hpp"
#include "core/verify.hpp"
#include "symmetry/canonical_puzzle.hpp"
#include "symmetry/random_transform.hpp"

namespace nb = nanobind;

namespace cpsudoku {

namespace {

using symmetry::CanonicalPuzzle;
using symmetry::Grid;

using Grids = nb::ndarray<const std::uint8_t, nb::shape<-1, 81>, nb::c_contig, nb::device::cpu>;
using Flags = nb::ndarray<const bool, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Forms = nb::ndarray<std::uint8_t, nb::shape<-1, 81>, nb::c_contig, nb::device::cpu>;
using Orders = nb::ndarray<std::uint64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Moves = nb::ndarray<std::uint8_t, nb::shape<-1, 28>, nb::c_contig, nb::device::cpu>;

Grid load(const std::uint8_t* cells) {
  Grid grid;
  std::copy_n(cells, 81, grid.begin());
  return grid;
}

void store(const CanonicalPuzzle& canonical, std::uint8_t* form, std::uint64_t* order,
           std::uint8_t* move) {
  std::copy(canonical.grid.begin(), canonical.grid.end(), form);
  *order = canonical.automorphisms;
  const auto& t = canonical.transform;
  *move++ = t.transpose;
  move = std::copy(t.row.begin(), t.row.end(), move);
  move = std::copy(t.column.begin(), t.column.end(), move);
  std::copy(t.name.begin() + 1, t.name.end(), move);
}

// What is called a solution has to be one: its canonical form is looked for in grids alone.
void check_solutions(const Grids& puzzles, const Grids& solutions, const Flags& solved) {
  const Groups& houses = classic_houses();
  for (std::size_t i = 0; i < puzzles.shape(0); ++i) {
    if (solved.data()[i] && !houses.hold(puzzles.data() + 81 * i, solutions.data() + 81 * i)) {
      throw nb::value_error(("solution " + std::to_string(i + 1) + " solves not its puzzle").c_str());
    }
  }
}

void canonical_many(Grids puzzles, Grids solutions, Flags solved, Forms forms, Orders orders,
                    Moves moves, unsigned threads) {
  const std::size_t n = puzzles.shape(0);
  if (solutions.shape(0) != n || solved.shape(0) != n || forms.shape(0) != n ||
      orders.shape(0) != n || moves.shape(0) != n) {
    throw nb::value_error("expected arrays of the same length");
  }
  const auto in_range = [](std::uint8_t digit) { return digit <= 9; };
  if (!std::all_of(puzzles.data(), puzzles.data() + 81 * n, in_range)) {
    throw nb::value_error("expected digits 0 to 9");
  }
  check_solutions(puzzles, solutions, solved);
  checked_threads(threads);
  constexpr std::size_t kPiece = 64;
  Watch watch = python_watch({});
  {
    nb::gil_scoped_release release;
    in_parallel(threads, (n + kPiece - 1) / kPiece, watch, [&](std::size_t piece, Watch& mine) {
      const std::size_t to = std::min(n, kPiece * (piece + 1));
      for (std::size_t i = kPiece * piece; i < to && !mine.expired(); ++i) {
        const Grid puzzle = load(puzzles.data() + 81 * i);
        const CanonicalPuzzle canonical =
            solved.data()[i]
                ? symmetry::canonical_with_solution(puzzle, load(solutions.data() + 81 * i))
                : symmetry::canonical_without_solution(puzzle);
        store(canonical, forms.data() + 81 * i, orders.data() + i, moves.data() + 28 * i);
      }
    });
  }
  raise_if_interrupted(watch);
}

// Lines of 81 cells and a line end.
using Texts = nb::ndarray<std::uint8_t, nb::shape<-1, 82>, nb::c_contig, nb::device::cpu>;

void shuffle_many(Grids puzzles, std::uint64_t seed, std::uint64_t first, Texts lines) {
  const std::size_t n = puzzles.shape(0);
  if (n == 0 || lines.shape(0) % n != 0) throw nb::value_error("expected copies of each puzzle");
  const std::size_t copies = lines.shape(0) / n;
  const auto in_range = [](std::uint8_t digit) { return digit <= 9; };
  if (!std::all_of(puzzles.data(), puzzles.data() + 81 * n, in_range)) {
    throw nb::value_error("expected digits 0 to 9");
  }
  nb::gil_scoped_release release;
  for (std::size_t i = 0; i < n * copies; ++i) {
    generation::Randomness chance(seed, first + i);
    const Grid moved =
        symmetry::random_transform(chance).apply(load(puzzles.data() + 81 * (i / copies)));
    std::uint8_t* const line = lines.data() + 82 * i;
    std::transform(moved.begin(), moved.end(), line, [](std::uint8_t digit) {
      return static_cast<std::uint8_t>(digit == 0 ? '.' : '0' + digit);
    });
    line[81] = '\n';
  }
}

}  // namespace

void bind_symmetry(nb::module_& m) {
  m.def("canonical_many", &canonical_many, nb::arg("puzzles").noconvert(),
        nb::arg("solutions").noconvert(), nb::arg("solved").noconvert(), nb::arg("forms").noconvert(), nb::arg("orders").noconvert(),
        nb::arg("moves").noconvert(), nb::arg("threads"),
        "Write the canonical forms of classic puzzles, their numbers of automorphisms, and the\n"
        "transformations (transpose, 9 rows, 9 columns, 9 names) into arrays.\n\n"
        "Where `solved` is true the solution given must be the only one.");
  m.def("shuffle_many", &shuffle_many, nb::arg("puzzles"), nb::arg("seed"), nb::arg("first"),
        nb::arg("lines").noconvert(),
        "Write random copies of classic puzzles that are the same up to symmetry, a line each:\n"
        "those of the first puzzle, then those of the second.  The copies are numbered from\n"
        "`first` on, and each depends on the seed and its number.");
}

}  // namespace cpsudoku
