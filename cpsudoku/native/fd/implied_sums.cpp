#include "fd/implied_sums.hpp"

#include <set>

namespace cpsudoku::fd {

namespace {

// Equations with more cells than this are not even looked at.
constexpr std::size_t kMostCells = 12;

using Houses = std::vector<std::vector<Cell>>;

bool are_disjoint(const std::vector<Cell>& a, const std::vector<Cell>& b) {
  return none_of(a, [&b](Cell cell) { return contains(b, cell); });
}

// What is left of an area's sum when its cages are taken away: those within it, then those that stick
// out, each where that leaves fewer cells and it overlaps none before.
Linear remainder(const std::vector<CageSum>& cages, std::size_t cells,
                 const std::vector<Cell>& area, std::int64_t total) {
  std::vector<int> factors(cells, 0);
  std::vector<char> used(cells, 0);  // by a cage that was taken away
  for (const Cell cell : area) factors[cell] = 1;
  const std::vector<int> inside = factors;
  for (const bool sticking_out : {false, true}) {
    for (const CageSum& cage : cages) {
      const std::size_t size = cage.cells.size();
      const auto within = static_cast<std::size_t>(std::count_if(
          cage.cells.begin(), cage.cells.end(), [&](Cell cell) { return inside[cell] != 0; }));
      const bool wanted = sticking_out ? within < size && 2 * within > size : within == size;
      if (!wanted || any_of(cage.cells, [&](Cell cell) { return used[cell] != 0; })) continue;
      total -= cage.total;
      for (const Cell cell : cage.cells) {
        used[cell] = 1;
        --factors[cell];
      }
    }
  }
  Linear sum{{}, {}, Relation::equal, {total}};
  for (Cell cell = 0; cell < cells; ++cell) {
    if (factors[cell] == 0) continue;
    sum.cells.push_back(cell);
    sum.coefficients.push_back(factors[cell]);
  }
  return sum;
}

}  // namespace

std::vector<Houses> families_of(const Houses& houses) {
  std::vector<Houses> families;
  for (const auto& house : houses) {
    const auto fits =
        std::find_if(families.begin(), families.end(), [&house](const Houses& family) {
          return all_of(family, [&house](const auto& other) { return are_disjoint(house, other); });
        });
    if (fits == families.end()) {
      families.push_back({house});
    } else {
      fits->push_back(house);
    }
  }
  return families;
}

std::vector<Linear> implied_sums(const Houses& houses, const std::vector<CageSum>& cages,
                                 int digits, std::size_t cells) {
  const std::int64_t of_house = std::int64_t{digits} * (digits - 1) / 2;
  std::vector<Linear> found;
  std::set<std::pair<std::vector<Cell>, std::vector<std::int64_t>>> seen;
  if (cages.empty()) return found;
  for (const Houses& family : families_of(houses)) {
    for (std::size_t first = 0; first < family.size(); ++first) {
      std::vector<Cell> area;
      for (std::size_t last = first; last < family.size(); ++last) {
        area.insert(area.end(), family[last].begin(), family[last].end());
        const auto length = static_cast<std::int64_t>(last - first + 1);
        Linear sum = remainder(cages, cells, area, length * of_house);
        if (sum.cells.empty() || sum.cells.size() > kMostCells) continue;
        if (seen.emplace(sum.cells, sum.coefficients).second) found.push_back(std::move(sum));
      }
    }
  }
  return found;
}

}  // namespace cpsudoku::fd
