// Classes of bands and of grids: all of them, each once, by its canonical form.
#include <random>
#include <set>

#include "grids/sampling.hpp"
#include "symmetry/listing.hpp"
#include "tests/check.hpp"

namespace {

using namespace cpsudoku;
using namespace cpsudoku::symmetry;

void there_are_416_classes_of_bands(const Bands& bands) {
  CHECK(bands.size() == Bands::kClasses);
  double sum = 0;
  for (unsigned n = 0; n < bands.size(); ++n) {
    CHECK(bands.number(bands.form(n), 0, 9, 18) == n);
    CHECK(n == 0 || bands.form(n - 1) < bands.form(n));
    sum += 1.0 / bands.automorphisms(n);
  }
  // All bands, 9! · 2,612,736, over the 9! · 7,776 symmetries.
  CHECK(sum > 335.999 && sum < 336.001);
}

Grid most_regular() {
  Grid grid;
  for (unsigned cell = 0; cell < 81; ++cell) {
    const unsigned r = cell / 9, c = cell % 9;
    grid[cell] = static_cast<std::uint8_t>((3 * r + r / 3 + c) % 9 + 1);
  }
  return grid;
}

// The canonical grids of a part, each seen to be one, with its figures.
std::set<Grid> listed(Listing& listing, unsigned part) {
  std::set<Grid> found;
  std::uint64_t images = 0;
  const auto said = listing.list(part, [&](const Grid& grid, unsigned automorphisms) {
    const Canonical canonical = canonical_grid(grid);
    CHECK(canonical.grid == grid);
    CHECK(canonical.transforms.size() == automorphisms);
    CHECK(found.insert(grid).second);
    images += 3'359'232 / automorphisms;
  });
  CHECK(said.classes == found.size() && said.images == images && said.tried >= said.classes);
  return found;
}

void listed_at_random(const Bands& bands, std::mt19937& random) {
  Listing listing(bands, static_cast<unsigned>(random() % Bands::kClasses));
  listed(listing, static_cast<unsigned>(random() % listing.parts()));
}

// Any grid that agrees with the columns of a part and is canonical is listed there.
void each_class_is_in_its_part(const Bands& bands, const Grid& grid) {
  const Grid wanted = canonical_grid(grid).grid;
  Listing listing(bands, bands.number(wanted, 0, 9, 18));
  CHECK(listing.parts() == Listing::kParts);
  Listing::Columns second{};
  for (unsigned cell = 27; cell < 54; ++cell) {
    second[cell % 9] |= static_cast<grids::Set>(1u << (wanted[cell] - 1));
  }
  unsigned seen = 0;
  for (unsigned part = 0; part < listing.parts(); ++part) {
    if (listing.columns(part).first != second) continue;
    ++seen;
    CHECK(listed(listing, part).count(wanted) == 1);
  }
  CHECK(seen == 1);
}

}  // namespace

int main() {
  const Bands bands;
  there_are_416_classes_of_bands(bands);
  Randomness chance(7);
  std::mt19937 random(7);
  each_class_is_in_its_part(bands, most_regular());
  for (unsigned tries = 0; tries < 20; ++tries) {
    listed_at_random(bands, random);
    const auto cells = grids::random_grid(chance);
    Grid grid;
    std::copy(cells.begin(), cells.end(), grid.begin());
    each_class_is_in_its_part(bands, grid);
  }
}
