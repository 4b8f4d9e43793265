
#include "bindings/shared.hpp"
#include "core/parallel.hpp"
#include "core/verify.hpp"
#include "symmetry/canonical.hpp"

namespace cpsudoku::bindings {

namespace {

using symmetry::CanonicalPuzzle;
using symmetry::Grid;

using ClassicGrids = RowsOf<const std::uint8_t, 81>;
using Flags = Row<const bool>;
using Forms = RowsOf<std::uint8_t, 81>;
using Orders = Row<std::uint64_t>;
using Moves = RowsOf<std::uint8_t, 28>;

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

void check_digits(const ClassicGrids& puzzles) {
  const auto in_range = [](std::uint8_t digit) { return digit <= 9; };
  if (!std::all_of(puzzles.data(), puzzles.data() + puzzles.size(), in_range)) {
    throw nb::value_error("expected digits 0 to 9");
  }
}

// What is called a solution has to be one: its canonical form is looked for only in grids.
void check_solutions(const ClassicGrids& puzzles, const ClassicGrids& solutions,
                     const Flags& solved) {
  const Groups& houses = classic_houses();
  for (std::size_t i = 0; i < puzzles.shape(0); ++i) {
    if (solved.data()[i] && !houses.hold(puzzles.data() + 81 * i, solutions.data() + 81 * i)) {
      throw nb::value_error(
          ("solution " + std::to_string(i + 1) + " solves not its puzzle").c_str());
    }
  }
}

void canonical_many(ClassicGrids puzzles, ClassicGrids solutions, Flags solved, Forms forms,
                    Orders orders, Moves moves, unsigned threads) {
  const std::size_t n = puzzles.shape(0);
  if (solutions.shape(0) != n || solved.shape(0) != n || forms.shape(0) != n ||
      orders.shape(0) != n || moves.shape(0) != n) {
    throw nb::value_error("expected arrays of the same length");
  }
  check_digits(puzzles);
  check_solutions(puzzles, solutions, solved);
  checked_threads(threads);
  constexpr std::size_t kPiece = 64;
  watched({}, [&](Watch& watch) {
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
  });
}

// Lines of 81 cells and a line end.
using Texts = RowsOf<std::uint8_t, 82>;

void shuffle_many(ClassicGrids puzzles, std::uint64_t seed, std::uint64_t first, Texts lines) {
  const std::size_t n = puzzles.shape(0);
  if (n == 0 || lines.shape(0) % n != 0) throw nb::value_error("expected copies of each puzzle");
  const std::size_t copies = lines.shape(0) / n;
  check_digits(puzzles);
  nb::gil_scoped_release release;
  for (std::size_t i = 0; i < n * copies; ++i) {
    Randomness chance(seed, first + i);
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
  m.def("canonical_many", &canonical_many, "puzzles"_a.noconvert(), "solutions"_a.noconvert(),
        "solved"_a.noconvert(), "forms"_a.noconvert(), "orders"_a.noconvert(),
        "moves"_a.noconvert(), "threads"_a,
        "Write the canonical forms of classic puzzles, their numbers of automorphisms, and the\n"
        "transformations (transpose, 9 rows, 9 columns, 9 names) into arrays.\n\n"
        "Where `solved` is true the solution given must be the only one.");
  m.def("shuffle_many", &shuffle_many, "puzzles"_a, "seed"_a, "first"_a, "lines"_a.noconvert(),
        "Write random copies of classic puzzles that are the same up to symmetry, a line each:\n"
        "those of the first puzzle, then those of the second.  The copies are numbered from\n"
        "`first` on, and each depends on the seed and its number.");
}

}  // namespace cpsudoku::bindings
