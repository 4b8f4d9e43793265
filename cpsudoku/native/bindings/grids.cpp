#if defined(_WIN32)
#include <io.h>
#else
#include <unistd.h>
#endif

#include <cerrno>
#include <functional>

#include "bindings/shared.hpp"
#include "core/parallel.hpp"
#include "grids/pattern.hpp"
#include "grids/sampling.hpp"

namespace cpsudoku::bindings {

namespace {

using grids::Pattern;
using grids::TextLayout;

using Grids = Rows<std::uint8_t>;

// What the system's write has written, or a negative number, which leaves errno.
std::ptrdiff_t write_some(int descriptor, const char* text, std::size_t size) {
#if defined(_WIN32)
  return ::_write(descriptor, text, static_cast<unsigned>(std::min<std::size_t>(size, 1 << 30)));
#else
  return ::write(descriptor, text, size);
#endif
}

// A signal ends a write to a full pipe, after a part of it or before, and the next would wait again.
void raise_signals() {
  nb::gil_scoped_acquire gil;
  if (PyErr_CheckSignals() != 0) throw nb::python_error();
}

// Write all of a text to a file descriptor; false leaves errno.
bool write_all(int descriptor, const std::string& text) {
  for (std::size_t at = 0; at < text.size();) {
    const auto written = write_some(descriptor, text.data() + at, text.size() - at);
    if (written < 0 && errno != EINTR) return false;
    if (written < static_cast<std::ptrdiff_t>(text.size() - at)) raise_signals();
    if (written > 0) at += static_cast<std::size_t>(written);
  }
  return true;
}

// Call `append(from, n, text)` for pieces of n things and write each piece.
template <typename Append>
void write_in_pieces(int descriptor, std::uint64_t n, Append append) {
  constexpr std::uint64_t kPiece = 8192;  // a megabyte or so
  const bool written = watched({}, [&](Watch& watch) {
    std::string text;
    for (std::uint64_t at = 0; at < n && !watch.expired(); at += kPiece) {
      text.clear();
      append(at, std::min(kPiece, n - at), text);
      if (!write_all(descriptor, text)) return false;
    }
    return true;
  });
  if (!written) {
    PyErr_SetFromErrno(PyExc_OSError);
    throw nb::python_error();
  }
}

TextLayout layout_of(bool spaced) { return spaced ? TextLayout::spaced : TextLayout::line; }

void check_range(const Pattern& pattern, std::uint64_t first, std::uint64_t n) {
  if (n > pattern.count() || first > pattern.count() - n) {
    throw nb::value_error("there are not this many pattern grids");
  }
}

unsigned checked_corner(unsigned corner) {
  if (corner > 9) throw nb::value_error("expected a corner digit 1 to 9, or 0 for any");
  return corner;
}

void fill_pattern(unsigned corner, std::uint64_t first, Grids out) {
  const Pattern pattern(checked_corner(corner));
  if (out.shape(1) != 81) throw nb::value_error("expected grids of 81 cells");
  check_range(pattern, first, out.shape(0));
  pattern.digits(first, out.shape(0), out.data());
}

void write_pattern(int descriptor, unsigned corner, std::uint64_t first, std::uint64_t n,
                   bool spaced) {
  const Pattern pattern(checked_corner(corner));
  check_range(pattern, first, n);
  write_in_pieces(descriptor, n, [&](std::uint64_t at, std::uint64_t count, std::string& text) {
    pattern.text(first + at, count, layout_of(spaced), text);
  });
}

void write_grids(int descriptor, RowsOf<const std::uint8_t, 81> cells, bool spaced, bool first) {
  write_in_pieces(
      descriptor, cells.shape(0), [&](std::uint64_t at, std::uint64_t count, std::string& text) {
        grids::text_of(cells.data() + 81 * at, count, layout_of(spaced), first && at == 0, text);
      });
}

// Grid i of a stream depends only on (seed, i), so that any number of threads makes the same.
void fill(Grids out, std::uint64_t seed, std::uint64_t first, unsigned threads,
          const std::function<void(Randomness&, std::uint8_t*)>& make) {
  constexpr std::size_t kPiece = 64;
  checked_threads(threads);
  watched({}, [&](Watch& watch) {
    const std::size_t n = out.shape(0), cells = out.shape(1);
    in_parallel(threads, (n + kPiece - 1) / kPiece, watch, [&](std::size_t piece, Watch& mine) {
      for (std::size_t i = kPiece * piece; i < std::min(n, kPiece * (piece + 1)); ++i) {
        if (i % 16 == 0 && mine.expired()) return;
        Randomness chance(seed, first + i);
        make(chance, out.data() + cells * i);
      }
    });
  });
}

template <auto make>
void make_into(Randomness& chance, std::uint8_t* to) {
  const auto grid = make(chance);
  std::copy(grid.begin(), grid.end(), to);
}

void fill_uniform(Grids out, std::uint64_t seed, std::uint64_t first, unsigned threads) {
  using grids::uniform_grid;
  switch (out.shape(1)) {
    case 16: return fill(out, seed, first, threads, make_into<uniform_grid<2, 2>>);
    case 36: return fill(out, seed, first, threads, make_into<uniform_grid<2, 3>>);
    case 81: return fill(out, seed, first, threads, make_into<uniform_grid<3, 3>>);
    default: throw nb::value_error("expected grids of 16, 36 or 81 cells");
  }
}

void fill_random(Grids out, std::uint64_t seed, std::uint64_t first, unsigned threads) {
  if (out.shape(1) != 81) throw nb::value_error("expected grids of 81 cells");
  fill(out, seed, first, threads, make_into<grids::random_grid>);
}

}  // namespace

void bind_grids(nb::module_& m) {
  m.def("fill_pattern", &fill_pattern, "corner"_a, "first"_a, "out"_a.noconvert(),
        "Fill an array (n, 81) with pattern grids.");
  m.def("write_pattern", &write_pattern, "descriptor"_a, "corner"_a, "first"_a, "n"_a, "spaced"_a,
        "Write pattern grids to a file descriptor.");
  m.def("write_grids", &write_grids, "descriptor"_a, "cells"_a.noconvert(), "spaced"_a, "first"_a,
        "Write grids of digits 1 to 9 to a file descriptor.");
  m.def("fill_uniform", &fill_uniform, "out"_a.noconvert(), "seed"_a, "first"_a, "threads"_a,
        "Fill an array (n, 16 | 36 | 81) with grids of which every one is equally likely.");
  m.def("fill_random", &fill_random, "out"_a.noconvert(), "seed"_a, "first"_a, "threads"_a,
        "Fill an array (n, 81) with random grids.");
}

}  // namespace cpsudoku::bindings
