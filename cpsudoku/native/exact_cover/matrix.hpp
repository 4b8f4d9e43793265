// An exact cover problem as rows of items, from which every solver is made, and what the options chosen
// beforehand leave of it.
//
// Links and cells both begin a search by laying out the options that are still open.  What the
// chosen options exclude directly is never laid out: an option that has an item of a chosen one (in
// another colour, or in none), and the entries whose item has the colour that it is to have.
#pragma once

#include "exact_cover/problem.hpp"

namespace cpsudoku::exact_cover {

// The options that have a primary item; the others are never needed.
class CoverMatrix {
 public:
  explicit CoverMatrix(const ExactCover& problem);

  using Entry = ExactCover::Entry;

  int primary() const { return primary_; }
  int items() const { return items_; }
  int options() const { return static_cast<int>(options_.size()); }
  std::size_t entries() const { return options_.items.size(); }
  bool coloured() const { return coloured_; }
  // How many entries each option has, 0 if they differ in that.
  std::size_t width() const { return width_; }

  // Primary items first, ascending; empty where no item is primary.
  std::span<const Entry> option(std::size_t o) const { return options_[o]; }

  // The options that have an item, ascending, and their colours there.
  struct Member {
    std::uint32_t option;
    int colour;
  };
  std::span<const Member> members(int item) const { return members_[item]; }

 private:
  void list_members();

  int primary_;
  int items_;
  bool coloured_ = false;
  std::size_t width_ = 0;
  ListsOf<Entry> options_;
  ListsOf<Member> members_;
};

// What chosen and removed options leave open.
class CoverRemainder {
 public:
  explicit CoverRemainder(const CoverMatrix& matrix);

  // Begin again.  False if the chosen options contradict one another or the removed ones.
  bool begin(std::span<const int> chosen, std::span<const int> removed);

  // The options that may still be chosen, ascending.
  std::span<const std::uint32_t> open() const { return {open_.data(), open_count_}; }

  // The options chosen, each once.
  const std::vector<std::uint32_t>& chosen() const { return chosen_; }

  // Whether a chosen option has the item: it is covered, or has its colour.
  bool taken(int item) const { return colour_of_[item] != kFree; }

 private:
  static constexpr int kFree = -1;

  bool choose(int option);
  const CoverMatrix& matrix_;
  std::vector<int> colour_of_;         // of each item: kFree, 0 if covered, else its colour
  std::vector<std::uint8_t> useless_;  // of each option, whether it has no primary item
  std::vector<std::uint8_t> closed_;   // of each option, whether it cannot be chosen (any more)
  std::vector<std::uint32_t> open_;
  std::size_t open_count_ = 0;
  std::vector<std::uint32_t> chosen_;
};

}  // namespace cpsudoku::exact_cover
