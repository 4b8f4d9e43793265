// At least one of several constraints holds: constructive disjunction.
//
// Each part is tried: its propagators run on the domains as they are, nobody else being woken, and
// what they did is taken back.  A part that fails is out for good below this node.  A digit that no
// part leaves goes, whichever part will hold; with one part left, that part is propagated for good.
//
//     r1c1 of {1 … 9}, r1c1 ≤ 3 or r1c1 ≥ 8:     {1,2,3} ∪ {8,9}: 4 … 7 go
//
// Trying ends as soon as the parts tried leave everything, since then nothing can go.
//
// A disjunction within a part that is being tried only looks whether a part of its own is possible,
// and only once the other propagators of the part have come to rest.  Constructive at every depth,
// the time would double with each: two rows compared cell by cell are eight deep.
#include "fd/propagators/makers.hpp"

namespace cpsudoku::fd {

namespace {

// The propagators of a part; disjunctions come to their turn last.
struct Part {
  explicit Part(Propagators all);

  Propagators simple, disjunctions;
};

std::vector<Cell> joined(const std::vector<Part>& parts) {
  std::vector<Cell> cells;
  for (const Part& part : parts) {
    for (const Propagators* some : {&part.simple, &part.disjunctions}) {
      for (const auto& one : *some) {
        cells.insert(cells.end(), one->scope().begin(), one->scope().end());
      }
    }
  }
  sort_each_once(cells);
  return cells;
}

class Disjunction final : public Propagator {
 public:
  explicit Disjunction(std::vector<Part> parts)
      : Propagator(joined(parts), Cost::dearest), parts_(std::move(parts)) {}

  void claim(std::vector<Word>& words) override {
    first_ = claim_bits(words, parts_.size());
    for (Part& part : parts_) {
      for (auto& one : part.simple) one->claim(words);
      for (auto& one : part.disjunctions) one->claim(words);
    }
  }

  bool propagate(Store& store) const override {
    if (store.is_quiet()) return is_possible(store);
    std::vector<Mask> unions(scope().size(), 0);
    std::size_t left = 0, last = 0;
    for (std::size_t p = 0; p < parts_.size(); ++p) {
      if (!is_left(store, p)) continue;
      if (!attempt(store, p, &unions)) continue;
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
  bool is_possible(Store& store) const {
    for (std::size_t p = 0; p < parts_.size(); ++p) {
      if (is_left(store, p) && attempt(store, p, nullptr)) return true;
    }
    return false;
  }

  bool is_left(const Store& store, std::size_t p) const {
    return store.word(first_ + static_cast<std::uint32_t>(p / 64)) >> (p % 64) & 1;
  }

  // Propagate a part, add what it leaves to the unions, and take it back; forget it if it fails.
  bool attempt(Store& store, std::size_t p, std::vector<Mask>* unions) const {
    const bool before = store.set_quiet(true);
    store.push();
    const bool possible = together(store, parts_[p]);
    for (std::size_t i = 0; possible && unions != nullptr && i < unions->size(); ++i) {
      (*unions)[i] |= store[scope()[i]];
    }
    store.pop();
    store.set_quiet(before);
    if (!possible) {
      const std::uint32_t word = first_ + static_cast<std::uint32_t>(p / 64);
      store.set_word(word, store.word(word) & ~(Word{1} << (p % 64)));
    }
    return possible;
  }

  static bool together(Store& store, const Part& part) {
    std::uint64_t before;
    do {
      before = store.changes();
      for (const auto& one : part.simple) {
        if (!one->propagate(store)) return false;
      }
    } while (part.simple.size() > 1 && store.changes() != before);
    return all_of(part.disjunctions, [&](const auto& one) { return one->propagate(store); });
  }

  bool leaves_all(const Store& store, const std::vector<Mask>& unions) const {
    for (std::size_t i = 0; i < unions.size(); ++i) {
      if (unions[i] != store[scope()[i]]) return false;
    }
    return true;
  }

  std::vector<Part> parts_;
  std::uint32_t first_ = 0;
};

Part::Part(Propagators all) {
  for (auto& one : all) {
    const bool is_disjunction = dynamic_cast<const Disjunction*>(one.get()) != nullptr;
    (is_disjunction ? disjunctions : simple).push_back(std::move(one));
  }
}

}  // namespace

std::unique_ptr<Propagator> make_disjunction(std::vector<Propagators> parts) {
  std::vector<Part> made;
  for (Propagators& part : parts) made.emplace_back(std::move(part));
  return std::make_unique<Disjunction>(std::move(made));
}

}  // namespace cpsudoku::fd
