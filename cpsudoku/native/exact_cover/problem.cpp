#include "exact_cover/problem.hpp"

#include <stdexcept>

#include "exact_cover/solvers.hpp"

namespace cpsudoku::exact_cover {

ExactCover::ExactCover(int primary, int secondary)
    : primary_(primary), items_(primary + secondary) {
  if (primary < 0 || secondary < 0) throw std::invalid_argument("a negative number of items");
  seen_.assign(items_, 0);
}

void ExactCover::add(std::span<const Entry> option) {
  ++additions_;
  const auto fault = [&](int item, const std::string& what) {
    options_.items.resize(options_.starts.back());
    throw std::invalid_argument("option " + std::to_string(options()) + " has item " +
                                std::to_string(item) + what);
  };
  for (const auto& [item, colour] : option) {
    if (item < 0 || item >= items_) {
      fault(item, "; expected 0 to " + std::to_string(items_ - 1));
    }
    if (seen_[item] == additions_) fault(item, " twice");
    if (colour < 0) fault(item, " with a negative colour");
    if (colour > 0 && item < primary_) fault(item, " with a colour, but it is primary");
    seen_[item] = additions_;
    options_.items.push_back({item, colour});
  }
  options_.close();
}

void CoverSearch::check(std::span<const int> options, int number) {
  for (const int option : options) {
    if (option >= 0 && option < number) continue;
    throw std::invalid_argument("there is no option " + std::to_string(option) +
                                "; expected 0 to " + std::to_string(number - 1));
  }
}

CoverSolver make_cover_solver(const ExactCover& problem, const std::string& algorithm) {
  const auto matrix = std::make_shared<const CoverMatrix>(problem);
  if (algorithm == "links") return make_links_solver(matrix);
  if (algorithm == "cells") return make_cells_solver(matrix);
  const bool automatic = algorithm == "auto";
  if (algorithm == "sparse" || (automatic && !fits_packed(*matrix)))
    return make_sparse_solver(*matrix);
  std::string known = "auto, links, cells, sparse, packed";
  for (const PackedKernel* kernel : packed_kernels()) {
    known += std::string(", ") + kernel->name;
    if (!automatic && algorithm != "packed" && algorithm != kernel->name) continue;
    if (fits_packed(*matrix)) return make_packed_solver(*matrix, *kernel);
    throw std::invalid_argument("this problem is too big for the packed search; choose sparse");
  }
  throw std::invalid_argument("this processor has no algorithm " + algorithm + "; expected " +
                              known);
}

}  // namespace cpsudoku::exact_cover
