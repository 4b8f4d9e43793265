// The classes of classic grids, listed in order (symmetry/listing.hpp): whole first bands, or an
// honest sample of all 416 with what follows for the whole.
//
//     cmake -S cpsudoku/native -B build/bench -DCPSUDOKU_PYTHON=OFF -DCPSUDOKU_BENCHMARKS=ON
//     cmake --build build/bench --target bench_classes_in_order
//     build/bench/bench_classes_in_order --parts 40        40 random parts of each first band
//     build/bench/bench_classes_in_order --band 400        all classes that begin with band 400
//     … --list                                             writes the grids
//
// There are 416 · 87,808 parts.  With the same number n of each band, drawn at random with
// replacement, 87,808 / n times what they have is an estimate without bias, whose standard error
// follows from how much the parts of each band differ.  Two totals are known: 5,472,730,538 classes
// (Russell and Jarvis), and the sum of 9! · 3,359,232 / |automorphisms| over them, all grids.
//
// Timed is the processor time of the one thread.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <random>

#include "symmetry/listing.hpp"

namespace {

using namespace cpsudoku::symmetry;

constexpr double kClasses = 5'472'730'538.0, kGrids = 6'670'903'752'021'072'936'960.0;

double seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

struct Estimate {
  double value = 0, variance = 0;

  void add_band(double parts, double number, double sum, double squares) {
    const double mean = sum / number;
    value += parts * mean;
    variance += parts * parts * (squares / number - mean * mean) / (number - 1);
  }

  void print(const char* what, double known) const {
    const double error = std::sqrt(variance);
    std::printf("%s: %.5g ± %.2g, known %.10g, off by %+.1f standard errors (%+.2f %%)\n", what,
                value, error, known, (value - known) / error, 100 * (value / known - 1));
  }
};

}  // namespace

int main(int count, char** arguments) {
  unsigned number = 40, band = 0, seed = 1;
  bool writes = false;
  for (int i = 1; i < count; ++i) {
    const auto is = [&](const char* name) {
      return !std::strcmp(arguments[i], name) && i + 1 < count;
    };
    if (!std::strcmp(arguments[i], "--list"))
      writes = true;
    else if (is("--parts"))
      number = static_cast<unsigned>(std::atoi(arguments[++i]));
    else if (is("--band"))
      band = static_cast<unsigned>(std::atoi(arguments[++i]));
    else if (is("--seed"))
      seed = static_cast<unsigned>(std::atoi(arguments[++i]));
    else
      return std::fprintf(stderr, "what is %s?\n", arguments[i]), 2;
  }
  if (number < 2 || band > Bands::kClasses)
    return std::fprintf(stderr, "--parts 2 or more, --band 1 to 416\n"), 2;
  const Bands bands;
  const auto write = [&](const Grid& grid, unsigned) {
    if (!writes) return;
    for (const auto digit : grid) std::putchar('0' + digit);
    std::putchar('\n');
  };
  std::mt19937_64 random(seed);
  Listing::Found all;
  Estimate classes, grids;
  const double start = seconds();
  for (unsigned first = band ? band - 1 : 0; first < (band ? band : Bands::kClasses); ++first) {
    Listing listing(bands, first);
    double sums[4] = {};
    for (unsigned i = 0; i < (band ? listing.parts() : number); ++i) {
      const unsigned part = band ? i : static_cast<unsigned>(random() % listing.parts());
      const auto found = listing.list(part, write);
      all.tried += found.tried, all.classes += found.classes, all.images += found.images;
      const auto own = static_cast<double>(found.classes),
                 images = 362'880.0 * static_cast<double>(found.images);
      sums[0] += own, sums[1] += own * own, sums[2] += images, sums[3] += images * images;
    }
    classes.add_band(listing.parts(), number, sums[0], sums[1]);
    grids.add_band(listing.parts(), number, sums[2], sums[3]);
  }
  const double took = seconds() - start;
  std::fprintf(stderr, "%llu grids tried, %llu classes, in %.2f s: %.0f classes a second\n",
               static_cast<unsigned long long>(all.tried),
               static_cast<unsigned long long>(all.classes), took,
               static_cast<double>(all.classes) / took);
  if (band) {
    std::fprintf(stderr, "band %u has %llu; their grids are 9! times %llu\n", band,
                 static_cast<unsigned long long>(all.classes),
                 static_cast<unsigned long long>(all.images));
  } else if (!writes) {
    classes.print("classes", kClasses);
    grids.print("grids", kGrids);
  }
  return 0;
}
