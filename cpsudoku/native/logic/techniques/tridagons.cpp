// Tridagons (also called Thor's hammer; found by D. Loeb, "mith", 2022): twelve cells of four boxes, at
// the corners of a rectangle of boxes, three in each, no two of these in a row or column.  In half of
// all such layouts three digits alone have no place in them, which the parity of the four boxes
// shows:
//
//     a . . | a . .       Each box has 1, 2, 3 in its cells a, b, c.  Boxes side by side differ in
//     . b . | . b .       every row, so one is the other turned on, and likewise down the columns:
//     . . c | . . c       once round the rectangle the turns have to cancel out, and with one box
//     ------+------       mirrored they cannot.
//     a . . | . . a
//     . b . | . b .       So one of the other candidates of the twelve cells, the *guardians*, is
//     . . c | c . .       true.
//
// What all guardians exclude, at once or by chains, goes.  That the digits have no place is asked of the
// cells themselves, by trying; no layout is known by heart.
#include "logic/techniques/families.hpp"
#include "logic/techniques/leads.hpp"

namespace cpsudoku::logic::inline CPSUDOKU_BOARDS {
namespace {

const Technique kTridagon{"tridagon", "impossible patterns", true};

constexpr int kDigits = 3;
constexpr int kMostGuarded = 4;  // cells with other candidates

using Three = std::array<Cell, kDigits>;

class Tridagons {
 public:
  explicit Tridagons(Search& search) : search_(search) {
    for (const GroupId box : houses().of(Kind::box)) {
      Lines lines;
      for (const Cell cell : houses()[box].cells) {
        lines.rows.push_back(houses().group_of(cell, Kind::row));
        lines.columns.push_back(houses().group_of(cell, Kind::column));
      }
      for (auto* some : {&lines.rows, &lines.columns}) sort_each_once(*some);
      lines_.push_back(std::move(lines));
    }
  }

  bool find() {
    const int digits = houses().digits();
    for (int a = 0; a < digits; ++a) {
      for (int b = a + 1; b < digits; ++b) {
        for (int c = b + 1; c < digits; ++c) {
          if (search_.expired()) return false;
          if (find_of(bit(a) | bit(b) | bit(c))) return true;
        }
      }
    }
    return false;
  }

 private:
  struct Lines {
    std::vector<GroupId> rows;
    std::vector<GroupId> columns;
  };

  const Houses& houses() const { return search_.houses(); }
  Mask candidates(Cell cell) const { return search_.position.candidates(cell); }

  bool find_of(Mask digits) {
    digits_ = digits;
    const auto& boxes = houses().of(Kind::box);
    choices_.assign(boxes.size(), {});
    for (std::size_t i = 0; i < boxes.size(); ++i)
      list_choices(houses()[boxes[i]].cells, choices_[i]);
    for (std::size_t i = 0; i < boxes.size(); ++i) {
      for (std::size_t right = i + 1; right < boxes.size(); ++right) {
        if (lines_[i].rows != lines_[right].rows) continue;
        for (std::size_t down = i + 1; down < boxes.size(); ++down) {
          if (down == right || lines_[i].columns != lines_[down].columns) continue;
          const int last = across(right, down);
          if (last < 0) continue;
          corners_ = {i, right, down, static_cast<std::size_t>(last)};
          if (choose(0, 0)) return true;
        }
      }
    }
    return false;
  }

  // The box beside `down` and below `right`; −1 for none.
  int across(std::size_t right, std::size_t down) const {
    for (std::size_t i = 0; i < lines_.size(); ++i) {
      if (lines_[i].rows == lines_[down].rows && lines_[i].columns == lines_[right].columns) {
        return static_cast<int>(i);
      }
    }
    return -1;
  }

  // Three open cells with some of the digits, all in different rows and columns.
  void list_choices(const std::vector<Cell>& cells, std::vector<Three>& out) const {
    std::vector<Cell> fit;
    for (const Cell cell : cells) {
      if (candidates(cell) & digits_) fit.push_back(cell);
    }
    for (std::size_t i = 0; i < fit.size(); ++i) {
      for (std::size_t j = i + 1; j < fit.size(); ++j) {
        for (std::size_t k = j + 1; k < fit.size(); ++k) {
          const Three three{fit[i], fit[j], fit[k]};
          if (are_apart(three) && guarded(three) <= kMostGuarded) out.push_back(three);
        }
      }
    }
  }
  bool are_apart(const Three& cells) const {
    for (const Kind kind : {Kind::row, Kind::column}) {
      const GroupId a = houses().group_of(cells[0], kind), b = houses().group_of(cells[1], kind);
      const GroupId c = houses().group_of(cells[2], kind);
      if (a == b || a == c || b == c) return false;
    }
    return true;
  }
  int guarded(const Three& cells) const {
    int many = 0;
    for (const Cell cell : cells) many += (candidates(cell) & ~digits_) != 0;
    return many;
  }

  bool choose(std::size_t box, int guards) {
    if (box == corners_.size()) return guards > 0 && !can_be_filled(0) && close();
    for (const Three& three : choices_[corners_[box]]) {
      const int more = guards + guarded(three);
      if (more > kMostGuarded) continue;
      std::copy(three.begin(), three.end(),
                cells_.begin() + static_cast<std::ptrdiff_t>(kDigits * box));
      if (choose(box + 1, more)) return true;
    }
    return false;
  }

  // Whether the cells from `first` on can be filled with the digits, beside those filled already.
  bool can_be_filled(std::size_t first) {
    if (first == cells_.size()) return true;
    for (const Digit d : bits(candidates(cells_[first]) & digits_)) {
      bool free = true;
      for (std::size_t i = 0; i < first && free; ++i) {
        free = filled_[i] != d || !houses().see(cells_[i], cells_[first]);
      }
      filled_[first] = d;
      if (free && can_be_filled(first + 1)) return true;
    }
    return false;
  }

  bool close() {
    std::vector<Candidate> guardians;
    for (const Cell cell : cells_) {
      Step::add_candidates(cell, candidates(cell) & ~digits_, guardians);
    }
    if (graph_.size() == 0) graph_.build(search_.position, {.groups = true});
    for (const Candidate& guardian : guardians) leads_.follow(guardian);
    Step& step = search_.begin(kTridagon);
    for (Digit d = 0; d < houses().digits(); ++d) {
      auto gone = search_.position.cells(d);
      for (const Candidate& guardian : guardians) gone &= leads_.excluded(guardian, d);
      step.eliminate(gone, d);
    }
    if (search_.wants_evidence()) {
      step.evidence.cells.assign(cells_.begin(), cells_.end());
      for (const Candidate& gone : step.eliminations) {
        for (const Candidate& guardian : guardians) {
          step.evidence.proofs.push_back(leads_.proof(guardian, gone));
        }
      }
      step.evidence.candidates = std::move(guardians);
    }
    return search_.close();
  }

  Search& search_;
  LinkGraph graph_;  // built where a pattern was found
  Leads leads_{graph_, search_.houses().digits()};
  std::vector<Lines> lines_;  // of each box
  Mask digits_ = 0;
  std::vector<std::vector<Three>> choices_;  // of each box
  std::array<std::size_t, 4> corners_{};     // boxes
  std::array<Cell, 4 * kDigits> cells_{};
  std::array<Digit, 4 * kDigits> filled_{};
};

}  // namespace

std::vector<Finder> tridagons() {
  return {finder(kTridagon, [](Search& search) { return Tridagons(search).find(); })};
}

}  // namespace cpsudoku::logic::inline CPSUDOKU_BOARDS
