// How many bits a word has, and where they are.
#pragma once

#include <bit>
#include <concepts>
#include <cstdint>

namespace cpsudoku {

// Where the compiler cannot assume the processor's instruction, std::popcount is a call into its
// library.
template <std::unsigned_integral Word>
constexpr int bit_count(Word word) {
#ifdef __POPCNT__
  return std::popcount(word);
#else
  if constexpr (sizeof(Word) <= 4) {
    std::uint32_t bits = word;
    bits -= (bits >> 1) & 0x55555555;
    bits = (bits & 0x33333333) + ((bits >> 2) & 0x33333333);
    return static_cast<int>((((bits + (bits >> 4)) & 0x0F0F0F0F) * 0x01010101) >> 24);
  } else {
    std::uint64_t bits = word;
    bits -= (bits >> 1) & 0x5555555555555555;
    bits = (bits & 0x3333333333333333) + ((bits >> 2) & 0x3333333333333333);
    return static_cast<int>((((bits + (bits >> 4)) & 0x0F0F0F0F0F0F0F0F) * 0x0101010101010101) >>
                            56);
  }
#endif
}

// The places of the bits of a word, ascending: for (const int i : bits(word)).
template <std::unsigned_integral Word>
class Bits {
 public:
  explicit Bits(Word word) : word_(word) {}
  struct Iterator {
    Word word;
    int operator*() const { return std::countr_zero(word); }
    Iterator& operator++() {
      word &= word - 1;
      return *this;
    }
    bool operator!=(const Iterator& other) const { return word != other.word; }
  };
  Iterator begin() const { return {word_}; }
  Iterator end() const { return {0}; }

 private:
  Word word_;
};
template <std::unsigned_integral Word>
Bits<Word> bits(Word word) {
  return Bits<Word>(word);
}

}  // namespace cpsudoku
