// Canonical forms: the same for all equals, reached by the transforms that are given, and different
// for grids that are not equal.
#include "symmetry/canonical.hpp"
#include "tests/check.hpp"

namespace {

using namespace cpsudoku;
using namespace cpsudoku::symmetry;

Grid grid_of(const std::string& digits) {
  Grid grid;
  std::transform(digits.begin(), digits.begin() + 81, grid.begin(),
                 [](char digit) { return static_cast<std::uint8_t>(digit - '0'); });
  return grid;
}

Grid most_regular() {
  Grid grid;
  for (unsigned r = 0; r < 9; ++r) {
    for (unsigned c = 0; c < 9; ++c) {
      grid[9 * r + c] = static_cast<std::uint8_t>(3 * ((r + c / 3) % 3) + (c + r / 3) % 3 + 1);
    }
  }
  return grid;
}

void equal_grids_have_one_form(const Grid& grid, Randomness& chance) {
  const Canonical canonical = canonical_grid(grid);
  CHECK(testing::is_final(canonical.grid.data()));
  for (unsigned i = 0; i < 9; ++i) CHECK(canonical.grid[i] == i + 1);
  CHECK(!canonical.transforms.empty());
  for (const Transform& transform : canonical.transforms) {
    CHECK(transform.apply(grid) == canonical.grid);
  }
  for (int i = 0; i < 20; ++i) {
    const Canonical other = canonical_grid(random_transform(chance).apply(grid));
    CHECK(other.grid == canonical.grid);
    CHECK(other.transforms.size() == canonical.transforms.size());
  }
  CHECK(canonical_grid(canonical.grid).grid == canonical.grid);
}

void equal_puzzles_have_one_form(const Grid& puzzle, const Grid& solution, Randomness& chance) {
  const CanonicalPuzzle canonical = canonical_with_solution(puzzle, solution);
  CHECK(canonical.transform.apply(puzzle) == canonical.grid);
  CHECK(canonical.automorphisms >= 1);
  for (int i = 0; i < 20; ++i) {
    const Transform transform = random_transform(chance);
    const CanonicalPuzzle other =
        canonical_with_solution(transform.apply(puzzle), transform.apply(solution));
    CHECK(other.grid == canonical.grid);
    CHECK(other.automorphisms == canonical.automorphisms);
  }
}

void puzzles_without_a_solution_have_one_form_too(const Grid& puzzle, Randomness& chance) {
  const CanonicalPuzzle canonical = canonical_without_solution(puzzle);
  CHECK(canonical.transform.apply(puzzle) == canonical.grid);
  for (int i = 0; i < 3; ++i) {
    const CanonicalPuzzle other =
        canonical_without_solution(random_transform(chance).apply(puzzle));
    CHECK(other.grid == canonical.grid);
    CHECK(other.automorphisms == canonical.automorphisms);
  }
}

}  // namespace

int main(int argc, char** argv) {
  CHECK(argc == 2);
  Randomness chance(4);
  std::vector<Grid> forms;
  int tried = 0;
  for (const auto& one : testing::contract(argv[1])) {
    if (one.count != 1 || one.solution.size() != 81) continue;
    Grid puzzle;
    std::copy(one.digits.begin(), one.digits.end(), puzzle.begin());
    const Grid solution = grid_of(one.solution);
    equal_grids_have_one_form(solution, chance);
    equal_puzzles_have_one_form(puzzle, solution, chance);
    if (++tried <= 3) puzzles_without_a_solution_have_one_form_too(puzzle, chance);
    forms.push_back(canonical_grid(solution).grid);
  }
  CHECK(tried >= 3);
  // The grid with the most automorphisms of all, 648 (E. Russell and F. Jarvis, "There are
  // 5472730538 essentially different Sudoku grids", 2005).
  equal_grids_have_one_form(most_regular(), chance);
  CHECK(canonical_grid(most_regular()).transforms.size() == 648);
  for (const Grid& form : forms) CHECK(form != canonical_grid(most_regular()).grid);
}
