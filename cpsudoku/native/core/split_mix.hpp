// SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014).
#pragma once

#include <cstdint>

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

}  // namespace cpsudoku
