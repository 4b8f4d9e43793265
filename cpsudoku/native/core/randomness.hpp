// Random numbers that are the same on every machine and in Python; see randomness.py.
//
// xoshiro256** 1.0 by David Blackman and Sebastiano Vigna ("Scrambled linear pseudorandom number
// generators", ACM TOMS 47, 2021), seeded through the finaliser of SplitMix64 (Steele, Lea and
// Flood, OOPSLA 2014).  A stream is named by (seed, index, attempt), so that what is made under one
// index depends on nothing made under another.  Where one word of state has to do, SplitMix64 is the
// generator itself.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace cpsudoku {

inline constexpr std::uint64_t kGolden = 0x9E3779B97F4A7C15;  // 2⁶⁴ / golden ratio, made odd

// Its finaliser: a bijection.
constexpr std::uint64_t mixed(std::uint64_t word) {
  word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9;
  word = (word ^ word >> 27) * 0x94D049BB133111EB;
  return word ^ word >> 31;
}

// The next 64 random bits.
constexpr std::uint64_t split_mix(std::uint64_t& state) { return mixed(state += kGolden); }

class Randomness {
 public:
  explicit Randomness(std::uint64_t seed, std::uint64_t index = 0, std::uint64_t attempt = 0) {
    // Each word is a bijection of one part of the key once the words before it are fixed; the
    // fourth keeps the state from being zero.
    a_ = mixed(seed + kGolden);
    b_ = mixed(a_ + index + kGolden);
    c_ = mixed(b_ + attempt + kGolden);
    d_ = mixed(c_ + kGolden) | 1;
    for (int i = 0; i < 8; ++i) word();  // until every word depends on every part
  }

  using State = std::array<std::uint64_t, 4>;

  // The stream that continues from a state.
  explicit Randomness(const State& state)
      : a_(state[0]), b_(state[1]), c_(state[2]), d_(state[3]) {}

  State state() const { return {a_, b_, c_, d_}; }

  // 64 random bits.
  std::uint64_t word() {
    const std::uint64_t result = std::rotl(b_ * 5, 7) * 9;
    const std::uint64_t shifted = b_ << 17;
    c_ ^= a_;
    d_ ^= b_;
    b_ ^= c_;
    a_ ^= d_;
    c_ ^= shifted;
    d_ = std::rotl(d_, 45);
    return result;
  }

  // A number below a bound of 1 … 2³², each equally likely (Lemire, ACM TOMACS 29, 2019).
  std::uint64_t below(std::uint64_t bound) {
    // The upper 32 bits suffice for our bounds, and keep the product within a word.
    std::uint64_t product = (word() >> 32) * bound;
    if ((product & kHalf) < bound) {
      const std::uint64_t least = (kHalf + 1) % bound;
      while ((product & kHalf) < least) product = (word() >> 32) * bound;
    }
    return product >> 32;
  }

  // All orders equally likely (Fisher and Yates, from the last place down).
  template <typename T, std::size_t N>
  void shuffle(std::array<T, N>& things) {
    shuffle(things, N);
  }

  // The same for the first `size` things.
  template <typename T, std::size_t N>
  void shuffle(std::array<T, N>& things, std::size_t size) {
    for (std::size_t i = size; i-- > 1;) std::swap(things[i], things[below(i + 1)]);
  }

 private:
  static constexpr std::uint64_t kHalf = 0xFFFFFFFF;

  std::uint64_t a_, b_, c_, d_;
};

}  // namespace cpsudoku
