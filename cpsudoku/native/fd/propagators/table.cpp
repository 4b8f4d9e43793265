// Cells that are filled in one of some ways, each way a set of digits for each cell; and cells with
// listed tuples of digits, which are ways with one digit a set, or with any but these.
//
// A sandwich of 8 in a row of nine is one of 38 ways: where the crusts are, which is which, and which
// digits lie between them (2 + 6, 3 + 5, 8 alone).  As the row is a house, the sets say it all:
//
//     r1c1  r1c2  r1c3  r1c4  r1c5 …
//       1   2 6   2 6     9   3 4 5 7 8 …     between two crusts that far apart just 2 and 6 fit
//       9   2 6   2 6     1   3 4 5 7 8 …
//       1     8     9   2 3 4 5 6 7     …
//
// Which ways are left is remembered as bits, and each digit of each cell knows as bits the ways that
// allow it, so that 64 ways are tried at once (compact tables: Demeulenaere and others, Compact-Table,
// CP 2016).  A way is left while in each cell one of its digits is left:
//
//     tuples   0: 1 2   1: 1 3   2: 2 3           left                    111
//     first    1 → 011   2 → 100                  first loses 1   & 100 → 100
//     second   2 → 001   3 → 110                  second: 2 has none of it, 3 has: loses 2
//
// In a house it is also left only while each digit is left in one of the cells that it allows it in:
// the same bits, read by digit instead of by cell.
//
// Forbidden tuples are counted instead: digit d of a cell goes where all combinations of the others'
// digits are among the tuples left that have d.
#include "fd/propagators/makers.hpp"

namespace cpsudoku::fd {

namespace {

class Ways : public Propagator {
 public:
  Ways(const Arrangements& it, int digits, bool is_house)
      : Propagator(it.cells, Cost::middling),
        digits_(static_cast<std::size_t>(digits)),
        size_(it.ways.size()),
        width_((it.ways.size() + 63) / 64),
        is_house_(is_house),
        allowing_(it.cells.size() * digits_ * width_, 0) {
    for (std::size_t way = 0; way < size_; ++way) {
      for (std::size_t i = 0; i < it.cells.size(); ++i) {
        for (const int digit : bits(it.ways[way][i])) {
          allowing_[(i * digits_ + digit) * width_ + way / 64] |= Word{1} << (way % 64);
        }
      }
    }
  }

  void claim(std::vector<Word>& words) override { first_ = claim_bits(words, size_); }

  bool is_exact() const override { return !is_house_; }
  bool is_idempotent() const override { return !is_house_; }

  bool propagate(Store& store) const override {
    if (!forget(store)) return false;
    for (std::size_t i = 0; i < scope().size(); ++i) {
      if (!store.narrow(scope()[i], allowed(store, i))) return false;
    }
    return true;
  }

 protected:
  // Forget the ways that do not fit any more; false if none is left.
  bool forget(Store& store) const {
    Word some = 0;
    for (std::uint32_t w = 0; w < width_; ++w) {
      const Word left = fitting(store, w, store.word(first_ + w));
      store.set_word(first_ + w, left);
      some |= left;
    }
    return some != 0;
  }

  // The ways in a word that are left and allow a digit of a cell.
  Word left_with(const Store& store, std::size_t i, int digit, std::size_t w) const {
    return store.word(first_ + static_cast<std::uint32_t>(w)) & allowing(i, digit, w);
  }
  std::size_t width() const { return width_; }

 private:
  // Which of the ways in a word have a digit that is left for each cell, and in a house a cell that
  // is left for each digit.
  Word fitting(const Store& store, std::size_t w, Word left) const {
    Word for_digit[kMaxDigits];
    for (std::size_t digit = 0; is_house_ && digit < digits_; ++digit) for_digit[digit] = 0;
    for (std::size_t i = 0; left != 0 && i < scope().size(); ++i) {
      Word for_cell = 0;
      for (const int digit : bits(store[scope()[i]])) {
        const Word ways = allowing(i, digit, w);
        for_cell |= ways;
        if (is_house_) for_digit[digit] |= ways;
      }
      left &= for_cell;
    }
    for (std::size_t digit = 0; is_house_ && digit < digits_; ++digit) left &= for_digit[digit];
    return left;
  }

  // The digits of a cell that some way left allows.
  Mask allowed(const Store& store, std::size_t i) const {
    Mask kept = 0;
    for (const int digit : bits(store[scope()[i]])) {
      for (std::size_t w = 0; w < width_; ++w) {
        if (left_with(store, i, digit, w)) {
          kept |= Mask{1} << digit;
          break;
        }
      }
    }
    return kept;
  }

  Word allowing(std::size_t i, int digit, std::size_t w) const {
    return allowing_[(i * digits_ + static_cast<std::size_t>(digit)) * width_ + w];
  }

  std::size_t digits_, size_, width_;
  bool is_house_;
  std::vector<Word> allowing_;  // for each digit of each cell the ways that allow it
  std::uint32_t first_ = 0;
};

class ForbiddenTuples final : public Ways {
 public:
  using Ways::Ways;

  bool is_exact() const override { return false; }
  bool is_idempotent() const override { return false; }

  bool propagate(Store& store) const override {
    if (scope().empty()) return width() == 0;
    for (std::size_t i = 0; i < scope().size(); ++i) {
      forget(store);  // also what the cell before has just lost: only tuples of the domains count
      const std::uint64_t others = combinations(store, i);
      Mask kept = 0;
      for (const int digit : bits(store[scope()[i]])) {
        std::uint64_t found = 0;
        for (std::size_t w = 0; w < width(); ++w) {
          found += static_cast<std::uint64_t>(bit_count(left_with(store, i, digit, w)));
        }
        if (found < others) kept |= Mask{1} << digit;
      }
      if (!store.narrow(scope()[i], kept)) return false;
    }
    return true;
  }

 private:
  // In how many ways the other cells can be filled; more than any table has, where that is many.
  std::uint64_t combinations(const Store& store, std::size_t except) const {
    std::uint64_t product = 1;
    for (std::size_t i = 0; i < scope().size() && product < std::uint64_t{1} << 56; ++i) {
      if (i != except) product *= static_cast<std::uint64_t>(bit_count(store[scope()[i]]));
    }
    return product;
  }
};

// Each tuple once: they are counted.
Arrangements ways_of(const Table& table) {
  auto tuples = table.tuples;
  sort_each_once(tuples);
  Arrangements made{table.cells, {}};
  for (const auto& tuple : tuples) {
    auto& way = made.ways.emplace_back();
    for (const int digit : tuple) way.push_back(Mask{1} << digit);
  }
  return made;
}

}  // namespace

std::unique_ptr<Propagator> make_arrangements(const Arrangements& arrangements, int digits,
                                              bool is_house) {
  return std::make_unique<Ways>(arrangements, digits, is_house);
}

std::unique_ptr<Propagator> make_table(const Table& table, int digits) {
  if (table.forbidden) return std::make_unique<ForbiddenTuples>(ways_of(table), digits, false);
  return std::make_unique<Ways>(ways_of(table), digits, false);
}

}  // namespace cpsudoku::fd
