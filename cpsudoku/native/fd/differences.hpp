// Which cells are known to differ, and the groups of cells that all do.
#pragma once

#include "core/bit_set.hpp"
#include "fd/propagators/makers.hpp"

namespace cpsudoku::fd {

class Differences {
 public:
  explicit Differences(std::size_t cells) : rows_(cells, LongBitSet(cells)) {}

  void add(Cell a, Cell b) {
    rows_[a].add(b);
    rows_[b].add(a);
  }
  bool differ(Cell a, Cell b) const { return rows_[a].has(b); }

  // The cells that differ from a cell.
  const LongBitSet& row(Cell cell) const { return rows_[cell]; }

  std::vector<Cell> seers(const std::vector<Cell>& cells) const;

 private:
  std::vector<LongBitSet> rows_;
};

std::vector<Cell> cells_in(const LongBitSet& set);

// Find a large set of cells that all differ: from each cell on, those that differ from all before.
std::vector<Cell> largest_clique(const std::vector<Cell>& cells, const Differences& differences);

// Split cells into groups that differ.
std::vector<std::vector<Cell>> cliques_of(std::vector<Cell> cells, const Differences& differences);

SumGroup group_of(const std::vector<Cell>& cells, std::int64_t coefficient,
                  const Differences& differences);

// Split the cells of a sum into groups; whole houses go into the totals.
std::vector<SumGroup> groups_of(Linear& sum, int digits, const Differences& differences);

}  // namespace cpsudoku::fd
