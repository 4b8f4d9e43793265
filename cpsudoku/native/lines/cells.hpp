// Cells, spaces and misplaced bytes: what all readers of lines look for.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace cpsudoku::lines {

inline constexpr std::size_t kCells = 81;

// Longer rows and objects are left to the other readers, which have limits of their own.
inline constexpr std::ptrdiff_t kLongest = 1 << 16;

// Sixteen bytes as one vector, whatever the processor calls it.
using Bytes = std::uint8_t __attribute__((vector_size(16)));

inline Bytes bytes_at(const char* text) {
  Bytes bytes;
  std::memcpy(&bytes, text, sizeof bytes);
  return bytes;
}

// Whether a test of sixteen bytes, which gives 0xFF for each that fails, passes for all of 81.  The
// plain loop over bytes becomes a chain of bit tests with g++ 12, which took a tenth of the time of
// a whole run.
template <class Test>
bool holds_for_all(const char* text, Test fails) {
  constexpr std::size_t kStep = sizeof(Bytes);
  Bytes bad = fails(bytes_at(text + kCells - kStep));
  for (std::size_t i = 0; i + kStep <= kCells; i += kStep) bad |= fails(bytes_at(text + i));
  std::array<std::uint64_t, 2> words;
  std::memcpy(&words, &bad, sizeof bad);
  return (words[0] | words[1]) == 0;
}

// Whether all of 81 bytes are digits or blanks.
inline bool are_cells(const char* text) {
  return holds_for_all(text, [](Bytes bytes) {
    const auto blank = (bytes == '.') | (bytes == '*') | (bytes == '_');
    return reinterpret_cast<Bytes>(~(blank | ((bytes - '0') < 10)));
  });
}

// Whether 0 may be a digit among 81 cells, those being 0 … 8: it stands beside another blank, and
// there is no 9.  The reader of all notations decides.
inline bool is_doubtful(const char* cells) {
  if (!std::memchr(cells, '0', kCells) || std::memchr(cells, '9', kCells)) return false;
  return std::memchr(cells, '.', kCells) || std::memchr(cells, '*', kCells) ||
         std::memchr(cells, '_', kCells);
}

// Whether 81 bytes are the cells of a puzzle without a doubt.
inline bool are_sure_cells(const char* text) { return are_cells(text) && !is_doubtful(text); }

// Whether all of 81 bytes are digits 1 … 9, as those of a solution.
inline bool are_digits(const char* text) {
  return holds_for_all(text,
                       [](Bytes bytes) { return reinterpret_cast<Bytes>(~((bytes - '1') < 9)); });
}

inline bool is_space(char byte) { return byte == ' ' || byte == '\t'; }

inline std::string_view view(const char* from, const char* to) {
  return {from, static_cast<std::size_t>(to - from)};
}

// Whether a field is the cells of a puzzle or the digits of a solution, whose place is noted.
inline bool puts_cells(std::string_view field, const char*& to) {
  if (field.size() != kCells || !are_sure_cells(field.data())) return false;
  to = field.data();
  return true;
}

inline bool puts_solution(std::string_view field, const char*& to) {
  if (field.size() != kCells || !are_digits(field.data())) return false;
  to = field.data();
  return true;
}

// Where the text of a line ends.
inline const char* end_of_line(const char* at, const char* end) {
  if (at == end) return end;
  const void* found = std::memchr(at, '\n', static_cast<std::size_t>(end - at));
  return found ? static_cast<const char*>(found) : end;
}

// Whether a text has a byte that ends a line elsewhere or cannot be in a text.
inline bool is_odd(const char* from, const char* to) {
  const auto size = static_cast<std::size_t>(to - from);
  return size != 0 && (std::memchr(from, '\r', size) || std::memchr(from, '\0', size));
}

}  // namespace cpsudoku::lines
