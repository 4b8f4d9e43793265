// Cells that are filled in one of some ways, each way a set of digits for each cell.
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
// allow it.  A way is left while in each cell one of its digits is left.  In a house it is also left
// only while each digit is left in one of the cells that it allows it in: the same bits, read by
// digit instead of by cell.
#include "fd/propagators/makers.hpp"

namespace cpsudoku::fd {

namespace {

class Ways final : public Propagator {
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

  void claim(std::vector<Word>& words) override {
    first_ = static_cast<std::uint32_t>(words.size());
    for (std::size_t left = size_; left > 0; left -= std::min<std::size_t>(64, left)) {
      words.push_back(all_digits(static_cast<int>(std::min<std::size_t>(64, left))));
    }
  }

  bool is_exact() const override { return !is_house_; }
  bool is_idempotent() const override { return !is_house_; }

  bool propagate(Store& store) const override {
    Word some = 0;
    for (std::size_t w = 0; w < width_; ++w) {
      const auto word = first_ + static_cast<std::uint32_t>(w);
      const Word left = fitting(store, w, store.word(word));
      store.set_word(word, left);
      some |= left;
    }
    if (some == 0) return false;
    for (std::size_t i = 0; i < scope().size(); ++i) {
      if (!store.narrow(scope()[i], allowed(store, i))) return false;
    }
    return true;
  }

 private:
  // Which of the ways in a word have a digit that is left for each cell, and in a house a cell that
  // is left for each digit.
  Word fitting(const Store& store, std::size_t w, Word left) const {
    Word for_digit[kMaxDigits] = {};
    for (std::size_t i = 0; left != 0 && i < scope().size(); ++i) {
      Word for_cell = 0;
      for (const int digit : bits(store[scope()[i]])) {
        const Word ways = allowing(i, digit, w);
        for_cell |= ways;
        for_digit[digit] |= ways;
      }
      left &= for_cell;
    }
    for (std::size_t digit = 0; is_house_ && digit < digits_; ++digit) left &= for_digit[digit];
    return left;
  }

  // The digits of a cell that some way left allows.
  Mask allowed(const Store& store, std::size_t i) const {
    Mask kept = 0;
    for (Mask rest = store[scope()[i]]; rest != 0; rest &= rest - 1) {
      const auto digit = static_cast<std::size_t>(std::countr_zero(rest));
      for (std::size_t w = 0; w < width_; ++w) {
        if (store.word(first_ + static_cast<std::uint32_t>(w)) & allowing(i, digit, w)) {
          kept |= rest & (~rest + 1);
          break;
        }
      }
    }
    return kept;
  }

  Word allowing(std::size_t i, std::size_t digit, std::size_t w) const {
    return allowing_[(i * digits_ + digit) * width_ + w];
  }

  std::size_t digits_, size_, width_;
  bool is_house_;
  std::vector<Word> allowing_;  // for each digit of each cell the ways that allow it
  std::uint32_t first_ = 0;
};

}  // namespace

std::unique_ptr<Propagator> make_arrangements(const Arrangements& arrangements, int digits,
                                              bool is_house) {
  return std::make_unique<Ways>(arrangements, digits, is_house);
}

}  // namespace cpsudoku::fd
