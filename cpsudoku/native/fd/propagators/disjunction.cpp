#include "fd/propagators/disjunction.hpp"

#include <algorithm>

namespace cpsudoku::fd {

namespace {

std::vector<Cell> joined(const std::vector<Propagators>& parts) {
  std::vector<Cell> cells;
  for (const Propagators& part : parts) {
    for (const auto& one : part) cells.insert(cells.end(), one->scope().begin(), one->scope().end());
  }
  std::sort(cells.begin(), cells.end());
  cells.erase(std::unique(cells.begin(), cells.end()), cells.end());
  return cells;
}

class Disjunction final : public Propagator {
 public:
  explicit Disjunction(std::vector<Propagators> parts)
      : Propagator(joined(parts), Cost::dearest), parts_(std::move(parts)) {}

  void claim(std::vector<Word>& words) override {
    first_ = static_cast<std::uint32_t>(words.size());
    for (std::size_t done = 0; done < parts_.size(); done += 64) {
      words.push_back(all_digits(static_cast<int>(std::min<std::size_t>(64, parts_.size() - done))));
    }
    for (Propagators& part : parts_) {
      for (auto& one : part) one->claim(words);
    }
  }

  bool propagate(Store& store) const override {
    std::vector<Mask> unions(scope().size(), 0);
    std::size_t left = 0, last = 0;
    for (std::size_t p = 0; p < parts_.size(); ++p) {
      const std::uint32_t word = first_ + static_cast<std::uint32_t>(p / 64);
      const Word bit = Word{1} << (p % 64);
      if ((store.word(word) & bit) == 0) continue;
      if (!attempt(store, parts_[p], unions)) {
        store.set_word(word, store.word(word) & ~bit);
        continue;
      }
      ++left;
      last = p;
      if (leaves_all(store, unions)) return true;
    }
    if (left == 0) return false;
    if (left == 1) return together(store, parts_[last]);
    for (std::size_t i = 0; i < unions.size(); ++i) {
      if (!store.narrow(scope()[i], unions[i])) return false;
    }
    return true;
  }

 private:
  // Propagate a part, add what it leaves to the unions, and take it back.
  bool attempt(Store& store, const Propagators& part, std::vector<Mask>& unions) const {
    const bool before = store.set_quiet(true);
    store.push();
    const bool possible = together(store, part);
    for (std::size_t i = 0; possible && i < unions.size(); ++i) unions[i] |= store[scope()[i]];
    store.pop();
    store.set_quiet(before);
    return possible;
  }

  static bool together(Store& store, const Propagators& part) {
    std::uint64_t before;
    do {
      before = store.changes();
      for (const auto& one : part) {
        if (!one->propagate(store)) return false;
      }
    } while (part.size() > 1 && store.changes() != before);
    return true;
  }

  bool leaves_all(const Store& store, const std::vector<Mask>& unions) const {
    for (std::size_t i = 0; i < unions.size(); ++i) {
      if (unions[i] != store[scope()[i]]) return false;
    }
    return true;
  }

  std::vector<Propagators> parts_;
  std::uint32_t first_ = 0;
};

}  // namespace

std::unique_ptr<Propagator> make_disjunction(std::vector<Propagators> parts) {
  return std::make_unique<Disjunction>(std::move(parts));
}

}  // namespace cpsudoku::fd
