#include "fd/differences.hpp"

namespace cpsudoku::fd {

namespace {

// A sum over a whole house is the same whatever the house has.
std::int64_t sum_of_all(int digits) { return std::int64_t{digits} * (digits - 1) / 2; }

}  // namespace

std::vector<Cell> Differences::seers(const std::vector<Cell>& cells) const {
  if (cells.empty()) return {};
  LongBitSet all = row(cells.front());
  for (const Cell cell : cells) all &= row(cell);
  return cells_in(all);
}

std::vector<Cell> cells_in(const LongBitSet& set) {
  std::vector<Cell> found;
  for (const std::size_t cell : set) found.push_back(static_cast<Cell>(cell));
  return found;
}

std::vector<Cell> largest_clique(const std::vector<Cell>& cells, const Differences& differences) {
  std::vector<Cell> best;
  for (const Cell first : cells) {
    std::vector<Cell> clique{first};
    for (const Cell cell : cells) {
      const bool fits = all_of(clique, [&](Cell other) { return differences.differ(cell, other); });
      if (fits) clique.push_back(cell);
    }
    if (clique.size() > best.size()) best = clique;
  }
  return best;
}

std::vector<std::vector<Cell>> cliques_of(std::vector<Cell> cells, const Differences& differences) {
  std::vector<std::vector<Cell>> cliques;
  while (!cells.empty()) {
    cliques.push_back(largest_clique(cells, differences));
    for (const Cell cell : cliques.back()) cells.erase(std::find(cells.begin(), cells.end(), cell));
  }
  return cliques;
}

SumGroup group_of(const std::vector<Cell>& cells, std::int64_t coefficient,
                  const Differences& differences) {
  SumGroup group{cells, coefficient, differences.seers(cells), {}};
  for (const Cell cell : cells) {
    const auto row = differences.row(cell).words();
    group.sees.insert(group.sees.end(), row.begin(), row.end());
  }
  return group;
}

std::vector<SumGroup> groups_of(Linear& sum, int digits, const Differences& differences) {
  std::map<std::int64_t, std::vector<Cell>> open;
  for (std::size_t i = 0; i < sum.cells.size(); ++i) {
    open[sum.coefficients[i]].push_back(sum.cells[i]);
  }
  std::vector<SumGroup> groups;
  for (auto& [coefficient, cells] : open) {
    while (!cells.empty()) {
      auto clique = largest_clique(cells, differences);
      const bool is_house = clique.size() == static_cast<std::size_t>(digits);
      if (!is_house) clique.resize(std::min(clique.size(), largest_group(digits)));
      for (const Cell cell : clique) cells.erase(std::find(cells.begin(), cells.end(), cell));
      if (is_house && clique.size() > 1) {
        for (auto& total : sum.totals) total -= coefficient * sum_of_all(digits);
      } else {
        groups.push_back(group_of(clique, coefficient, differences));
      }
    }
  }
  return groups;
}

}  // namespace cpsudoku::fd
