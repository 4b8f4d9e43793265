#include "core/verify.hpp"

#include <algorithm>
#include <array>
#include <atomic>

#include "core/parallel.hpp"
#include "core/processor.hpp"

namespace cpsudoku {

namespace {

using Members = std::vector<std::vector<std::uint16_t>>;

bool same_groups(Members one, Members other) {
  for (Members* groups : {&one, &other}) {
    for (auto& group : *groups) std::sort(group.begin(), group.end());
    std::sort(groups->begin(), groups->end());
  }
  return one == other;
}

// Houses of the 9×9 grid by whole words.  The three cells that a row shares with a box lie in one
// word as fields of nine bits,
//
//     bit  26 …… 18  17 …… 9   8 …… 0
//          [cell 2]  [cell 1]  [cell 0]      one bit of nine set in each
//
// so that OR down the rows gives three columns, OR of three rows and of the fields gives a box, and
// OR of a row's three words and of their fields gives the row.  Nine cells are all different just
// if their OR is full.
bool all_different_classic(const std::uint8_t* grid) {
  constexpr std::uint32_t kAllDigits = (1u << 9) - 1, kAllFields = (1u << 27) - 1;
  static constexpr auto kBit = [] {
    std::array<std::uint32_t, 10> bits{};
    for (unsigned digit = 1; digit <= 9; ++digit) bits[digit] = 1u << (digit - 1);
    return bits;
  }();
  const auto fold = [](std::uint32_t word) { return word | word >> 9 | word >> 18; };

  std::uint32_t full = kAllDigits;
  std::array<std::uint32_t, 3> columns{};
  for (unsigned band = 0; band < 3; ++band) {
    std::array<std::uint32_t, 3> boxes{};
    for (unsigned row = 0; row < 3; ++row) {
      std::uint32_t all = 0;
      for (unsigned stack = 0; stack < 3; ++stack, grid += 3) {
        const std::uint32_t word = kBit[grid[0]] | kBit[grid[1]] << 9 | kBit[grid[2]] << 18;
        boxes[stack] |= word;
        all |= word;
      }
      full &= fold(all);
    }
    for (unsigned stack = 0; stack < 3; ++stack) {
      full &= fold(boxes[stack]);
      columns[stack] |= boxes[stack];
    }
  }
  return full == kAllDigits && (columns[0] & columns[1] & columns[2]) == kAllFields;
}

// Whether all digits are in range and agree with the givens.  Bytes throughout and no branch inside,
// so that the compiler makes vectors of it, given the number of cells as a constant.
template <std::size_t kCells = 0>
bool agree(const std::uint8_t* puzzle, const std::uint8_t* grid, std::size_t cells,
           std::size_t size) {
  std::uint8_t bad = 0;
  for (std::size_t cell = 0; cell < (kCells ? kCells : cells); ++cell) {
    const auto below = static_cast<std::uint8_t>(grid[cell] - 1);
    bad |= static_cast<std::uint8_t>(below >= static_cast<std::uint8_t>(size));
    bad |= static_cast<std::uint8_t>((puzzle[cell] != 0) & (puzzle[cell] != grid[cell]));
  }
  return bad == 0;
}

bool hold_classic(const std::uint8_t* puzzle, const std::uint8_t* grid) {
#if defined(CPSUDOKU_X86)
  static const bool has_vbmi = has_avx512() && __builtin_cpu_supports("avx512vbmi");
  if (has_vbmi) return hold_classic_wide(puzzle, grid);
#endif
  return agree<81>(puzzle, grid, 81, 9) && all_different_classic(grid);
}

bool is_solution_or_empty(const Groups& groups, const std::uint8_t* puzzle,
                          const std::uint8_t* grid, std::int64_t count) {
  if (count > 0) return groups.hold(puzzle, grid);
  return std::all_of(grid, grid + groups.cells(), [](std::uint8_t digit) { return digit == 0; });
}

}  // namespace

Groups::Groups(std::size_t size, std::size_t cells, const Members& groups)
    : size_(size),
      cells_(cells),
      classic_(size == 9 && cells == 81 && same_groups(groups, classic_groups<std::uint16_t>())) {
  for (const auto& group : groups) {
    members_.insert(members_.end(), group.begin(), group.end());
    lengths_.push_back(static_cast<std::uint32_t>(group.size()));
  }
}

bool Groups::hold(const std::uint8_t* puzzle, const std::uint8_t* grid) const {
  if (classic_) return hold_classic(puzzle, grid);
  return agree(puzzle, grid, cells(), size_) && all_different(grid);
}

bool Groups::hold(const std::uint64_t* candidates, const std::uint8_t* grid) const {
  for (std::size_t cell = 0; cell < cells(); ++cell) {
    const unsigned below = grid[cell] - 1u;
    if (below >= size_ || (candidates[cell] >> below & 1) == 0) return false;
  }
  return all_different(grid);
}

// Whether two cells of a group have a bit in common of those that `bits_of` gives them.
template <class BitsOf>
bool Groups::repeats(const BitsOf& bits_of) const {
  std::uint64_t twice = 0;
  const std::uint16_t* cell = members_.data();
  for (const std::size_t length : lengths_) {
    std::uint64_t seen = 0;
    for (const std::uint16_t* end = cell + length; cell != end; ++cell) {
      const std::uint64_t own = bits_of(*cell);
      twice |= seen & own;
      seen |= own;
    }
  }
  return twice != 0;
}

bool Groups::clash(const std::uint64_t* candidates) const {
  for (std::size_t cell = 0; cell < cells(); ++cell) {
    if (candidates[cell] == 0) return true;
  }
  return repeats([&](std::size_t cell) {
    const std::uint64_t mask = candidates[cell];
    return (mask & (mask - 1)) == 0 ? mask : 0;
  });
}

// Require: the digits are in range.
bool Groups::all_different(const std::uint8_t* grid) const {
  if (classic_) return all_different_classic(grid);
  return !repeats([&](std::size_t cell) { return std::uint64_t{1} << (grid[cell] - 1); });
}

const Groups& classic_houses() {
  static const Groups houses(9, classic_groups<std::uint16_t>());
  return houses;
}

std::size_t first_fault(const Groups& groups, const std::uint8_t* puzzles,
                        const std::uint8_t* grids, const std::int64_t* counts, std::size_t n,
                        unsigned threads) {
  constexpr std::size_t kLeastPerThread = 4096;
  const std::size_t parts = std::clamp<std::size_t>(threads, 1, n / kLeastPerThread + 1);
  std::atomic<std::size_t> found{n};
  in_parallel(static_cast<unsigned>(parts), parts, [&](std::size_t part) {
    for (std::size_t i = n * part / parts; i < n * (part + 1) / parts; ++i) {
      const std::size_t at = i * groups.cells();
      if (is_solution_or_empty(groups, puzzles + at, grids + at, counts[i])) continue;
      std::size_t seen = found.load();
      while (i < seen && !found.compare_exchange_weak(seen, i)) {}
      return;
    }
  });
  return found.load();
}

}  // namespace cpsudoku
