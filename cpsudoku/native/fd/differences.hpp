// Which cells are known to differ, and the groups of cells that all do.
#pragma once

#include "fd/propagators/makers.hpp"

namespace cpsudoku::fd {

// A bit for each two cells.
class Differences {
 public:
  explicit Differences(std::size_t cells) : width_((cells + 63) / 64), bits_(cells * width_, 0) {}

  void add(Cell a, Cell b) {
    bits_[a * width_ + b / 64] |= Word{1} << (b % 64);
    bits_[b * width_ + a / 64] |= Word{1} << (a % 64);
  }
  bool differ(Cell a, Cell b) const { return bits_[a * width_ + b / 64] >> (b % 64) & 1; }

  // The cells that differ from a cell, as bits.
  std::span<const Word> row(Cell cell) const { return {&bits_[cell * width_], width_}; }

  std::vector<Cell> seers(const std::vector<Cell>& cells) const;

 private:
  std::size_t width_;
  std::vector<Word> bits_;
};

// Find a large set of cells that all differ: from each cell on, those that differ from all before.
std::vector<Cell> largest_clique(const std::vector<Cell>& cells, const Differences& differences);

// Split cells into groups that differ.
std::vector<std::vector<Cell>> cliques_of(std::vector<Cell> cells, const Differences& differences);

SumGroup group_of(const std::vector<Cell>& cells, std::int64_t coefficient,
                  const Differences& differences);

// Split the cells of a sum into groups; whole houses go into the totals.
std::vector<SumGroup> groups_of(Linear& sum, int digits, const Differences& differences);

}  // namespace cpsudoku::fd
