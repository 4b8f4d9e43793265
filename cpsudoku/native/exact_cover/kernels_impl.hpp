// The loops, over the compiler's own vectors of some width, with what each processor does in its own way:
//
//     V::zeros(x[kChunk / kLanes])   the set of zero lanes, a bit each
//     V::total(x)                    the sum of the lanes
#pragma once

#include "exact_cover/kernels.hpp"

namespace cpsudoku::exact_cover {

namespace {

// What vectors of any width do alike; a width that does better hides it.
template <std::size_t Bytes>
struct Vectors {
  typedef std::uint16_t Words __attribute__((vector_size(Bytes)));
  static constexpr std::size_t kLanes = Bytes / 2;

  static Words load(const std::uint16_t* p) { return *reinterpret_cast<const Words*>(p); }
  static void store(std::uint16_t* p, Words x) { *reinterpret_cast<Words*>(p) = x; }
  static Words without_first(Words x) { return x & (x - 1); }
  // Lanes of −1 where x is 0, else of 0.
  static Words is_zero(Words x) { return reinterpret_cast<Words>(x == 0); }
  // Lanes 4 where y = 0, else 2 where z = 0, else 1; where y is 0 so is z.
  static Words weights(Words y, Words z) { return 1 - is_zero(z) - is_zero(y) - is_zero(y); }
  // sum + w in the lanes where x is not 0, sum elsewhere.
  static Words add_where(Words sum, Words x, Words w) { return sum + (w & ~is_zero(x)); }
};

template <class V>
struct Loops {
  using Words = typename V::Words;
  static constexpr std::size_t kVectors = kChunk / V::kLanes;

  // Rows is a constant of the call, so that the loop over them is unrolled.
  template <std::size_t Rows>
  static void strike_rows(std::uint16_t* out, const std::uint16_t* in,
                          const std::uint16_t* const* rows, std::size_t chunks,
                          std::uint32_t* units) {
    const std::uint16_t* row[Rows + 1];
    for (std::size_t r = 0; r < Rows; ++r) row[r] = rows[r];
    for (std::size_t chunk = 0; chunk < chunks; ++chunk) {
      Words rest[kVectors];
      for (std::size_t v = 0; v < kVectors; ++v) {
        const std::size_t at = chunk * kChunk + v * V::kLanes;
        Words word = V::load(in + at);
        for (std::size_t r = 0; r < Rows; ++r) word &= V::load(row[r] + at);
        V::store(out + at, word);
        rest[v] = V::without_first(word);
      }
      units[chunk] = V::zeros(rest);
    }
  }

  static void strike(std::uint16_t* out, const std::uint16_t* in, const std::uint16_t* const* rows,
                     std::size_t count, std::size_t chunks, std::uint32_t* units) {
    for (; count > 4; count -= 4, rows += 4, in = out) strike_rows<4>(out, in, rows, chunks, units);
    switch (count) {
      case 0: return strike_rows<0>(out, in, rows, chunks, units);
      case 1: return strike_rows<1>(out, in, rows, chunks, units);
      case 2: return strike_rows<2>(out, in, rows, chunks, units);
      case 3: return strike_rows<3>(out, in, rows, chunks, units);
      default: return strike_rows<4>(out, in, rows, chunks, units);
    }
  }

  static void find_pairs(const std::uint16_t* in, std::size_t chunks, std::uint32_t* pairs) {
    for (std::size_t chunk = 0; chunk < chunks; ++chunk) {
      Words one[kVectors], two[kVectors];
      for (std::size_t v = 0; v < kVectors; ++v) {
        one[v] = V::without_first(V::load(in + chunk * kChunk + v * V::kLanes));
        two[v] = V::without_first(one[v]);
      }
      pairs[chunk] = V::zeros(two) & ~V::zeros(one);
    }
  }

  static void weigh(const std::uint16_t* in, std::size_t chunks, std::uint16_t* weights) {
    for (std::size_t at = 0; at < chunks * kChunk; at += V::kLanes) {
      const Words two = V::without_first(V::without_first(V::load(in + at)));
      V::store(weights + at, V::weights(two, V::without_first(two)));
    }
  }

  static unsigned impact(const std::uint16_t* in, const std::uint16_t* weights,
                         const std::uint16_t* row, const std::uint16_t* other_row,
                         std::size_t chunks) {
    Words sum{}, other_sum{};
    for (std::size_t at = 0; at < chunks * kChunk; at += V::kLanes) {
      const Words word = V::load(in + at), weight = V::load(weights + at);
      sum = V::add_where(sum, word & ~V::load(row + at), weight);
      other_sum = V::add_where(other_sum, word & ~V::load(other_row + at), weight);
    }
    return V::total(sum) + V::total(other_sum);
  }

  static constexpr PackedKernel kernel(const char* name) {
    return {name, strike, find_pairs, weigh, impact};
  }
};

}  // namespace

}  // namespace cpsudoku::exact_cover
