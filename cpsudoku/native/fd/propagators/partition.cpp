// Which cells are in one region, and which are not, before the regions have names.
//
// For each cell there are two rows of bits, the cells that are in its region for certain (`together`)
// and those that are not (`apart`).  Both are closed: cells that are together have the same rows, and
// a cell apart from one is apart from all.
//
//     a b c      a and b together, b and c apart:      together(a) = {a b}   apart(a) = {c}
//     . . .                                            together(b) = {a b}   apart(b) = {c}
//
// What names and digits say goes into the rows, and comes out of them again:
//
// - one name is together, names that exclude each other are apart; and the same digit is apart;
// - cells together share their names and differ in digits, and each digit that a region needs is in a
//   cell that is not apart from them;
// - cells together grow into one connected piece of the size of a region.  What is too far away, with
//   all that comes along on the way, is apart; what they cannot grow without is together with them;
// - a clue bounds how many cells are together with its first one; if these are few, by trying all ways
//   to choose them.
//
// Rows are remembered in the words of the store, and so is which were looked at since they changed.
#include "fd/propagators/clues.hpp"

namespace cpsudoku::fd {

namespace {

template <int W>
class Rows final : public Propagator {
 public:
  using Set = BitSet<W>;
  using Sets = std::array<Set, kMaxDigits>;

  Rows(const Regions& regions, int digits)
      : Propagator({}, Cost::middling),  // what runs it has the cells
        it_(regions),
        n_(static_cast<int>(regions.cells.size())),
        size_(static_cast<int>(regions.size)),
        all_(Set::below(n_)),
        graph_(regions.neighbours),
        digits_(all_digits(digits)),
        needed_(regions.size == static_cast<std::size_t>(digits) ? all_digits(digits) : 0),
        of_clues_(regions.cells.size(), 0) {
    for (const Regions::Clue& clue : regions.clues) add_clue(clue);
  }

  void claim(std::vector<Word>& words) override {
    first_ = static_cast<std::uint32_t>(words.size());
    for (int place = 0; place < n_; ++place) {
      push(words, Set::one(place));
      push(words, {});
    }
    looked_ = static_cast<std::uint32_t>(words.size());
    push(words, {});
    controls_ = static_cast<std::uint32_t>(words.size());
    words.resize(words.size() + clues_.size(), 0);
  }

  bool propagate(Store& store) const override {
    for (const auto& [one, other] : it_.together) {
      if (!join(store, one, other)) return false;
    }
    for (const auto& [one, other] : it_.apart) {
      if (!separate(store, one, other)) return false;
    }
    Now now{*this, store};
    if (now.all()) return true;
    store.fail(now.fault);
    return false;
  }

 private:
  void push(std::vector<Word>& words, const Set& set) const {
    for (int w = 0; w < W; ++w) words.push_back(set.words[w]);
  }

  void add_clue(const Regions::Clue& clue) {
    const Word bit = Word{1} << (clues_.size() % 64);
    for (const auto& arm : clue.arms) {
      for (const Place place : arm) of_clues_[place] |= bit;
    }
    clues_.push_back({clue, choices_of(clue, it_, graph_)});
  }

  Set row(const Store& store, std::uint32_t first) const {
    Set set;
    for (int w = 0; w < W; ++w) set.words[w] = store.word(first + static_cast<std::uint32_t>(w));
    return set;
  }
  void set_row(Store& store, std::uint32_t first, const Set& set) const {
    for (int w = 0; w < W; ++w) {
      store.set_word(first + static_cast<std::uint32_t>(w), set.words[w]);
    }
  }
  std::uint32_t at(int place) const { return first_ + static_cast<std::uint32_t>(2 * W * place); }
  Set together(const Store& store, int place) const { return row(store, at(place)); }
  Set apart(const Store& store, int place) const {
    return row(store, at(place) + static_cast<std::uint32_t>(W));
  }

  // Give cells that are together their rows.
  void write(Store& store, const Set& together, const Set& apart) const {
    Word clues = 0;
    for (const int place : together) {
      set_row(store, at(place), together);
      set_row(store, at(place) + static_cast<std::uint32_t>(W), apart);
      clues |= of_clues_[place];
    }
    set_row(store, looked_, row(store, looked_) - together);
    for (std::size_t i = 0; clues != 0 && i < clues_.size(); ++i) {
      if (clues >> (i % 64) & 1) store.set_word(controls_ + static_cast<std::uint32_t>(i), 0);
    }
  }

  bool join(Store& store, int one, int other) const {
    const Set mine = together(store, one), theirs = together(store, other);
    if (mine.has(other)) return true;
    const Set both = mine | theirs, others = apart(store, one) | apart(store, other);
    if (both.meets(others) || both.count() > size_) return false;
    write(store, both, others);
    for (Set rest = others; rest.any();) {
      const int place = rest.first();
      const Set there = together(store, place);
      write(store, there, apart(store, place) | both);
      rest -= there;
    }
    return true;
  }

  bool separate(Store& store, int one, int other) const {
    const Set mine = together(store, one);
    if (mine.has(other)) return false;
    const Set others = apart(store, one);
    if (others.has(other)) return true;
    const Set theirs = together(store, other);
    write(store, mine, others | theirs);
    write(store, theirs, apart(store, other) | mine);
    return true;
  }

  // One call of `propagate`.
  struct Now {
    using Set = Rows::Set;

    const Rows& of;
    Store& store;
    bool changed = false;
    Cell fault = 0;  // where it was when it failed

    bool all() {
      for (;;) {
        const std::uint64_t before = store.changes();
        changed = false;
        for (const auto& names : of.it_.names) {
          const Sets possible = where(names);
          if (!read_names(names, possible) || !write_names(names, possible)) return false;
        }
        if (!read_digits() || !write_digits()) return false;
        if (changed || store.changes() != before) continue;
        if (!clues()) return false;
        if (changed || store.changes() != before) continue;
        if (!of.it_.neighbours.empty() && !connect()) return false;
        if (!changed && store.changes() == before) return true;
      }
    }

    Set together(int place) const { return of.together(store, place); }
    Set apart(int place) const { return of.apart(store, place); }

    bool join_all(int one, const Set& others) {
      for (Set rest = others - together(one); rest.any();) {
        const int place = rest.first();
        if (!of.join(store, one, place)) return false;
        changed = true;
        rest -= together(one);
      }
      return true;
    }

    bool separate_all(int one, const Set& others) {
      for (Set rest = others - apart(one); rest.any();) {
        const int place = rest.first();
        if (!of.separate(store, one, place)) return false;
        changed = true;
        rest -= together(place);
      }
      return true;
    }

    // Each set of cells that are together once, by its lowest place.
    template <class Use>
    bool each_shard(Use use) {
      for (int place = 0; place < of.n_; ++place) {
        const Set shard = together(place);
        if (shard.first() != place) continue;
        fault = of.it_.cells[place];
        if (!use(place, shard)) return false;
      }
      return true;
    }

    // For each digit or name the places that may have it.
    Sets where(const std::vector<Cell>& cells) const {
      Sets possible{};
      for (int place = 0; place < of.n_; ++place) {
        for (const int d : bits(store[cells[place]])) possible[d].set(place);
      }
      return possible;
    }

    bool read_names(const std::vector<Cell>& names, const Sets& possible) {
      std::array<int, kMaxDigits> known{};
      for (int place = 0; place < of.n_; ++place) {
        Set fitting;
        fault = names[place];
        const Mask own = store[names[place]];
        for (const int name : bits(own)) fitting |= possible[name];
        if (!separate_all(place, of.all_ - fitting)) return false;
        if (!is_single(own)) continue;
        int& first = known[std::countr_zero(own)];
        if (first == 0) {
          first = place + 1;
        } else if (!join_all(first - 1, Set::one(place))) {
          return false;
        }
      }
      return true;
    }

    bool write_names(const std::vector<Cell>& names, const Sets& possible) {
      return each_shard([&](int first, const Set& shard) {
        Mask shared = store[names[first]];
        for (const int place : shard) shared &= store[names[place]];
        for (const int place : shard) {
          if (!store.narrow(names[place], shared)) return false;
        }
        if (!is_single(shared)) return true;
        const Set& same = possible[std::countr_zero(shared)];
        return all_of(apart(first) & same,
                      [&](const int place) { return store.narrow(names[place], ~shared); });
      });
    }

    bool read_digits() {
      std::array<Set, kMaxDigits> fixed{};
      for (int place = 0; place < of.n_; ++place) {
        const Mask own = store[of.it_.cells[place]];
        if (is_single(own)) fixed[std::countr_zero(own)].set(place);
      }
      for (const Set& same : fixed) {
        for (Set rest = same; rest.any();) {
          const int place = rest.take();
          fault = of.it_.cells[place];
          if (!separate_all(place, rest)) return false;
        }
      }
      return true;
    }

    bool write_digits() {
      const Sets possible = where(of.it_.cells);
      return each_shard([&](int first, const Set& shard) {
        Mask had = 0;
        if (!differ(shard, had)) return false;
        Set fitting = shard;  // those that may have another digit
        for (const int d : bits(of.digits_ & ~had)) fitting |= possible[d];
        return separate_all(first, of.all_ - fitting) && place_needed(first, had, possible);
      });
    }

    // Cells of one region lose each other's digits; `had` are those that they have.
    bool differ(const Set& shard, Mask& had) {
      for (bool again = true; again;) {
        again = false;
        for (const int place : shard) {
          const Cell cell = of.it_.cells[place];
          const Mask own = store[cell];
          if (is_single(own)) {
            again |= (had & own) == 0;
            had |= own;
          } else if ((own & had) != 0) {
            if (!store.narrow(cell, ~had)) return false;
            again |= is_single(store[cell]);
          }
        }
      }
      return true;
    }

    // Digits that the region needs and has not: each has a place, and one is taken.
    bool place_needed(int first, Mask had, const Sets& possible) {
      for (Mask rest = of.needed_ & ~had; rest != 0; rest &= rest - 1) {
        const Set there = possible[std::countr_zero(rest)] - apart(first);
        if (there.none()) return false;
        const int place = there.first();
        if (!together(place).contains(there)) continue;
        if (!join_all(first, Set::one(place))) return false;
        if (there.count() == 1 && !store.narrow(of.it_.cells[place], rest & (~rest + 1)))
          return false;
      }
      return true;
    }

    bool connect() {
      for (int place = 0; place < of.n_; ++place) {
        const Set looked = of.row(store, of.looked_);
        if (looked.has(place)) continue;
        fault = of.it_.cells[place];
        const Set shard = together(place);
        of.set_row(store, of.looked_, looked | shard);
        if (!grow(place, shard)) return false;
      }
      return true;
    }

    bool grow(int first, const Set& shard) {
      Set within = of.all_ - apart(first);
      for (Set rest = shard; rest.any();) {
        const Set piece = of.graph_.flood(Set::one(rest.first()), shard);
        rest -= piece;
        within = reach(piece, shard, within);
        if (!within.contains(shard)) return false;
      }
      const int count = within.count();
      if (count < of.size_) return false;
      if (!separate_all(first, of.all_ - within)) return false;
      if (count == of.size_) return join_all(first, within);
      return shard.count() == of.size_ || bridges(first, shard, within);
    }

    // What can be joined with a piece of a shard, with no more cells than the region has.
    Set reach(const Set& piece, const Set& shard, const Set& within) const {
      const int most = of.size_ - shard.count();
      std::array<Set, kMaxDigits + 1> at{};  // places that take this many cells
      at[0] = piece;
      Set reached;
      for (int steps = 0; steps <= most; ++steps) {
        for (Set here = at[steps] - reached; here.any();) {
          reached |= here;
          Set next;
          for (Set rest = (of.graph_.beside(here) & within) - reached; rest.any();) {
            const Set met = together(rest.first());
            rest -= met;
            const int then = steps + (met.meets(shard) ? 0 : met.count());
            if (then == steps) {
              next |= met;
            } else if (then <= most) {
              at[then] |= met;
            }
          }
          here = next - reached;
        }
      }
      return reached & within;
    }

    // What the shard cannot grow without is together with it: only what is not farther from one of its
    // pieces than enough other cells may be that.
    bool bridges(int first, Set shard, const Set& within) {
      const Set piece = of.graph_.flood(Set::one(first), shard);
      Set near = piece, nearer;
      while (near.count() < of.size_ || !near.contains(shard)) {
        nearer = near;
        near |= of.graph_.beside(near) & within;
        if (near == nearer) return false;  // what it has to be with is beyond what it can reach
      }
      const int spare = near.count() - of.size_;
      for (Set rest = near - shard; rest.any();) {
        const Set other = together(rest.first());
        rest -= other;
        if (!other.meets(nearer) && other.count() <= spare) continue;
        const Set without = within - other, around = of.graph_.beside(other) & without;
        if (other.count() == 1 && of.graph_.joins(around, without)) continue;
        const Set left = of.graph_.flood(piece, without);
        if (left.contains(shard) && left.count() >= of.size_) continue;
        if (!join_all(first, other)) return false;
        shard = together(first);
      }
      return true;
    }

    bool clues() {
      for (std::size_t i = 0; i < of.clues_.size(); ++i) {
        const KnownClue& clue = of.clues_[i];
        const auto seen = of.controls_ + static_cast<std::uint32_t>(i);
        const Mask control = store[clue.said.control];
        if (store.word(seen) == control) continue;
        fault = clue.said.control;
        store.set_word(seen, control);  // whatever changes its rows takes that back
        Mask digits = control;
        if (!ClueReader(*this, of.size_).follow(clue, digits) ||
            !store.narrow(clue.said.control, digits)) {
          return false;
        }
      }
      return true;
    }
  };

  Regions it_;
  int n_, size_;
  Set all_;
  Graph<W> graph_;
  Mask digits_, needed_;
  std::vector<KnownClue> clues_;
  std::vector<Word> of_clues_;  // for each place the clues about it, by their numbers modulo 64
  std::uint32_t first_ = 0, looked_ = 0, controls_ = 0;
};

}  // namespace

std::unique_ptr<Propagator> make_partition(const Regions& regions, int digits) {
  if (regions.cells.size() <= 128) return std::make_unique<Rows<2>>(regions, digits);
  return std::make_unique<Rows<4>>(regions, digits);
}

}  // namespace cpsudoku::fd
