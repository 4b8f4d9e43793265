#include "exact_cover/matrix.hpp"

namespace cpsudoku::exact_cover {

CoverMatrix::CoverMatrix(const ExactCover& problem)
    : primary_(problem.primary()), items_(problem.items()) {
  bool first = true;
  for (int o = 0; o < problem.options(); ++o) {
    const auto option = problem.option(o);
    const bool useful = any_of(option, [&](const Entry& entry) { return entry.item < primary_; });
    if (useful) {
      auto& entries = options_.items;
      entries.insert(entries.end(), option.begin(), option.end());
      std::sort(entries.end() - std::ssize(option), entries.end(),
                [](const Entry& a, const Entry& b) { return a.item < b.item; });
      for (const Entry& entry : option) coloured_ |= entry.colour != 0;
      width_ = first || width_ == option.size() ? option.size() : 0;
      first = false;
    }
    options_.close();
  }
  list_members();
}

void CoverMatrix::list_members() {
  auto& starts = members_.starts;
  starts.assign(items_ + 1, 0);
  for (const Entry& entry : options_.items) ++starts[entry.item + 1];
  for (int item = 0; item < items_; ++item) starts[item + 1] += starts[item];
  members_.items.resize(entries());
  std::vector<std::size_t> next = starts;
  for (int o = 0; o < options(); ++o) {
    for (const auto& [item, colour] : option(o)) {
      members_.items[next[item]++] = {static_cast<std::uint32_t>(o), colour};
    }
  }
}

CoverRemainder::CoverRemainder(const CoverMatrix& matrix)
    : matrix_(matrix),
      colour_of_(matrix.items(), kFree),
      useless_(matrix.options(), 0),
      closed_(matrix.options(), 0),
      open_(matrix.options() + 1) {
  for (int o = 0; o < matrix.options(); ++o) useless_[o] = matrix.option(o).empty();
}

bool CoverRemainder::begin(std::span<const int> chosen, std::span<const int> removed) {
  std::fill(colour_of_.begin(), colour_of_.end(), kFree);
  std::copy(useless_.begin(), useless_.end(), closed_.begin());
  chosen_.clear();
  open_count_ = 0;
  for (const int option : removed) closed_[option] = 1;
  if (!all_of(chosen, [&](int option) { return choose(option); })) { return false; }
  // Every option is written, and kept by moving on past it: no branch to mispredict.
  for (std::size_t option = 0; option < closed_.size(); ++option) {
    open_[open_count_] = static_cast<std::uint32_t>(option);
    open_count_ += 1 - closed_[option];
  }
  return true;
}

bool CoverRemainder::choose(int option) {
  const auto number = static_cast<std::uint32_t>(option);
  if (closed_[option]) return contains(chosen_, number);
  for (const auto& [item, colour] : matrix_.option(number)) {
    if (taken(item)) continue;  // has this colour already, else the option were closed
    colour_of_[item] = colour;
    for (const auto& [other, other_colour] : matrix_.members(item)) {
      closed_[other] |= colour == 0 || other_colour != colour;
    }
  }
  chosen_.push_back(number);
  return true;
}

}  // namespace cpsudoku::exact_cover
