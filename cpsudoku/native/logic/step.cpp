#include "logic/step.hpp"

namespace cpsudoku::logic {

void sort_candidates(std::vector<Candidate>& candidates) { sort_each_once(candidates); }

Evidence::Evidence(const Evidence&) = default;
Evidence::Evidence(Evidence&&) noexcept = default;
Evidence& Evidence::operator=(const Evidence&) = default;
Evidence& Evidence::operator=(Evidence&&) noexcept = default;
Evidence::~Evidence() = default;

void Evidence::add(Cell cell, Mask digits) {
  cells.push_back(cell);
  Step::add_candidates(cell, digits, candidates);
}

void Step::clear() {
  placements.clear();
  eliminations.clear();
  surplus = 0;
  evidence = {};
}

}  // namespace cpsudoku::logic
