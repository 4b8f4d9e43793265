// Unique rectangles and longer loops: cells that could all have the same two digits, two of them in
// every group that they meet.
//
//     r1   12   .   .  | 12   .   .        were r5c4 1 or 2, all four could be swapped:
//     r5   12   .   .  | 123  .   .        so it is 3
//
// A loop goes from cell to cell by groups of changing kinds; extras are in one cell, in two, or all of
// one digit.  Four cells count 4.5, six 4.6, eight 4.7, more 5.0.

#include "logic/techniques/families.hpp"
#include "logic/techniques/guardians.hpp"

namespace cpsudoku::logic::inline CPSUDOKU_BOARDS {
namespace {

const Technique kTypes[] = {
    {"unique loop type 1", "unique loops", false, true},
    {"unique loop type 2", "unique loops", false, true},
    {"unique loop type 3", "unique loops", false, true},
    {"unique loop type 4", "unique loops", false, true},
};
constexpr std::size_t kLongest = 14;

constexpr int kRectangle = 45;

int number_of(std::size_t cells) {
  return cells == 4 ? kRectangle : cells == 6 ? 46 : cells == 8 ? 47 : 50;
}

class Loops {
 public:
  explicit Loops(Search& search) : search_(search) {}

  bool find() {
    const auto& position = search_.position;
    for (const Cell cell : position.bivalue()) {
      pair_ = position.candidates(cell);
      const int a = std::countr_zero(pair_), b = std::countr_zero(pair_ & (pair_ - 1));
      both_ = position.cells(a) & position.cells(b);
      if (both_.count() < 4) continue;
      keep_those_with_neighbours();
      if (both_.count() < 4 || !both_.has(cell)) continue;
      start_ = cell;
      counts_.assign(search_.houses().groups().size(), 0);
      extra_cells_ = 0;
      extra_digits_.clear();
      enter(cell);
      extend(-1);
      leave();
      if (search_.expired()) return false;
    }
    // skfr applies all rectangles that it finds in one pass, of types 1, 2 and 4.
    if (!search_.keeps_all()) out_.join(kRectangle);
    return out_.close(search_);
  }

 private:
  const Houses& houses() const { return search_.houses(); }

  // A cell of a loop has neighbours in two groups at least.
  void keep_those_with_neighbours() {
    CellSet before;
    do {
      before = both_;
      for (const Cell cell : before) {
        int groups = 0;
        for (const auto& m : houses().groups_of(cell)) {
          groups += (houses()[m.group].set & both_).count() > 1;
        }
        if (groups < 2) both_.reset(cell);
      }
    } while (!(before == both_));
  }

  // Whether the cell fits: no group may have three, and the extras must stay few or of one digit.
  bool enter(Cell cell) {
    const Mask extra = search_.position.candidates(cell) & ~pair_;
    const Mask all = (extra_digits_.empty() ? 0 : extra_digits_.back()) | extra;
    extra_digits_.push_back(all);
    extra_cells_ += extra != 0;
    loop_.push_back(cell);
    bool fits = extra_cells_ <= 2 || single(all);
    for (const auto& m : houses().groups_of(cell)) { fits = ++counts_[m.group] <= 2 && fits; }
    return fits;
  }
  void leave() {
    const Cell cell = loop_.back();
    loop_.pop_back();
    extra_digits_.pop_back();
    extra_cells_ -= (search_.position.candidates(cell) & ~pair_) != 0;
    for (const auto& m : houses().groups_of(cell)) --counts_[m.group];
  }

  void extend(int last_kind) {
    for (const auto& m : houses().groups_of(loop_.back())) {
      const int kind = static_cast<int>(houses()[m.group].kind);
      if (kind == last_kind) continue;
      if (loop_.size() >= 4 && houses()[m.group].set.has(start_)) close();
      if (loop_.size() == kLongest) continue;
      for (const Cell next : houses()[m.group].set& both_) {
        // The start is the loop's first cell without extras.
        if (next < start_ && search_.position.bivalue().has(next)) continue;
        if (contains(loop_, next)) continue;
        if (enter(next)) extend(kind);
        leave();
      }
    }
  }

  void close() {
    if (loop_.size() % 2 || !is_even() || (loop_.size() > 4 && !has_plain_neighbours())) return;
    std::vector<Guarded> guarded;
    for (const Cell cell : loop_) {
      const Mask extra = search_.position.candidates(cell) & ~pair_;
      if (extra) guarded.push_back({cell, pair_, extra});
    }
    if (guarded.empty() || (loop_.size() == 4 && guarded.size() == 4)) return;
    ++out_.patterns;
    const int number = number_of(loop_.size());
    const GuardianNumbers numbers{{&kTypes[0], &kTypes[1], &kTypes[2], &kTypes[3]},
                                  {45, 45, 46, 45},
                                  {number, number, number + 1, number}};
    // skfr does not take a rectangle of type 2 with extras across.
    Guardians(search_, numbers, loop_, std::move(guarded), out_).conclude(loop_.size() == 4, pair_);
  }

  // Whether every group has one cell of the odd ones and one of the even ones, or none at all.
  bool is_even() {
    parity_.assign(counts_.size(), 0);
    for (std::size_t i = 0; i < loop_.size(); ++i) {
      for (const auto& m : houses().groups_of(loop_[i])) { parity_[m.group] += i % 2 ? 1 : -1; }
    }
    return all_of(parity_, [](int p) { return p == 0; });
  }
  // Long loops are looked for from two cells without extras next to one another.
  bool has_plain_neighbours() const {
    for (std::size_t i = 0; i < loop_.size(); ++i) {
      if (search_.position.bivalue().has(loop_[i]) &&
          search_.position.bivalue().has(loop_[(i + 1) % loop_.size()])) {
        return true;
      }
    }
    return false;
  }

  Search& search_;
  Mask pair_ = 0;
  CellSet both_;
  Cell start_ = -1;
  std::vector<Cell> loop_;
  std::vector<Mask> extra_digits_;  // of the loop up to each cell
  int extra_cells_ = 0;
  std::vector<int> counts_;  // of each group
  std::vector<int> parity_;
  NumberedSteps out_;
};

}  // namespace

std::vector<Finder> unique_loops() {
  return {{"unique loops", {&kTypes[0], &kTypes[1], &kTypes[2], &kTypes[3]}, [](Search& search) {
             return Loops(search).find();
           }}};
}

}  // namespace cpsudoku::logic::inline CPSUDOKU_BOARDS
