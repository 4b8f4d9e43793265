#include "grids/pattern.hpp"

#include <algorithm>
#include <cstring>

#include "grids/band.hpp"

namespace cpsudoku::grids {

namespace {

constexpr unsigned kRowOrders = 72;

using Shifts = std::array<std::uint8_t, 9>;

constexpr auto kShifts = [] {
  std::array<Shifts, kRowOrders> all{};
  for (unsigned order = 0; order < kRowOrders; ++order) {
    const std::array<unsigned, 3> within{order / 36, order / 6 % 6, order % 6};
    for (unsigned row = 0; row < 9; ++row) {
      const unsigned band = row / 3;
      all[order][row] = static_cast<std::uint8_t>(3 * kOrders[within[band]][row % 3] + band);
    }
  }
  return all;
}();

// The permutations of the first row, in sequence.
class Rows {
 public:
  Rows(unsigned corner, std::uint64_t number) : fixed_(corner ? 1 : 0) {
    // Unrank in lexicographic order: at each place the digit is a quotient by a factorial.
    std::array<std::uint8_t, 9> left{1, 2, 3, 4, 5, 6, 7, 8, 9};
    if (corner) std::rotate(left.begin(), left.begin() + corner - 1, left.begin() + corner);
    std::uint64_t ways = fixed_ ? 40'320 : 362'880;
    for (unsigned place = fixed_; place < 9; ++place) {
      ways /= 9 - place;
      const auto skip = static_cast<unsigned>(number / ways);
      number %= ways;
      std::rotate(left.begin() + place, left.begin() + place + skip,
                  left.begin() + place + skip + 1);
    }
    row_ = left;
  }

  const std::array<std::uint8_t, 9>& row() const { return row_; }
  void next() { std::next_permutation(row_.begin() + fixed_, row_.end()); }

 private:
  unsigned fixed_;
  std::array<std::uint8_t, 9> row_{};
};

template <typename Use>
void for_each_grid(unsigned corner, std::uint64_t first, std::size_t n, Use use) {
  Rows rows(corner, first / kRowOrders);
  unsigned order = static_cast<unsigned>(first % kRowOrders);
  for (std::size_t i = 0; i < n; ++i) {
    use(rows.row(), order, i);
    if (++order == kRowOrders) {
      order = 0;
      rows.next();
    }
  }
}

constexpr std::size_t kLine = 82, kBoard = 162;

}  // namespace

void Pattern::digits(std::uint64_t first, std::size_t n, std::uint8_t* cells) const {
  for_each_grid(corner_, first, n, [&](const auto& row, unsigned order, std::size_t) {
    for (const unsigned shift : kShifts[order]) {
      for (unsigned c = 0; c < 9; ++c) *cells++ = row[(c + shift) % 9];
    }
  });
}

void Pattern::text(std::uint64_t first, std::size_t n, TextLayout layout, std::string& out) const {
  const std::size_t start = out.size();
  const bool spaced = layout == TextLayout::spaced;
  const std::size_t blank = spaced && first == 0 && n > 0 ? 1 : 0;
  out.resize(start + n * (spaced ? kBoard + 1 : kLine) - blank);
  char* to = out.data() + start;
  std::array<char, 36> twice{};
  for_each_grid(corner_, first, n, [&](const auto& row, unsigned order, std::size_t i) {
    if (order == 0 || i == 0) {
      for (unsigned k = 0; k < 18; ++k) {
        const char digit = static_cast<char>('0' + row[k % 9]);
        if (spaced) {
          twice[2 * k] = digit;
          twice[2 * k + 1] = ' ';
        } else {
          twice[k] = digit;
        }
      }
    }
    if (spaced) {
      if (first + i > 0) *to++ = '\n';
      for (const unsigned shift : kShifts[order]) {
        std::memcpy(to, &twice[2 * shift], 17);
        to[17] = '\n';
        to += 18;
      }
    } else {
      for (const unsigned shift : kShifts[order]) {
        std::memcpy(to, &twice[shift], 9);
        to += 9;
      }
      *to++ = '\n';
    }
  });
}

void text_of(const std::uint8_t* cells, std::size_t n, TextLayout layout, bool first,
             std::string& out) {
  const bool spaced = layout == TextLayout::spaced;
  for (std::size_t i = 0; i < n; ++i) {
    if (spaced && !(first && i == 0)) out += '\n';
    for (unsigned cell = 0; cell < 81; ++cell) {
      out += static_cast<char>('0' + *cells++);
      if (cell % 9 == 8 ? spaced || cell == 80 : spaced) out += cell % 9 == 8 ? '\n' : ' ';
    }
  }
}

}  // namespace cpsudoku::grids
