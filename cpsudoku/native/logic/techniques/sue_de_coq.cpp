// Sue de Coq: two or three cells C where a box and a line cross, with two digits more than cells at
// least; cells A of the line and B of the box beside it.  A takes some of C's digits away, B the rest:
//
//     cells of A − digits of A that C lacks    this many of C's digits are in A
//     … of A + … of B = digits of C − cells of C
//
// Then each digit of C is in C, A or B just once: the line loses what is in A or C alone, the box what
// is only in B or C, and both what A and B have beside C's digits, both of them.
//
//         box           rest of the line
//     C C . | . A .     C: 1 2 3 4   A: 1 2   B: 3 4      four cells, four digits
//     . B . |
//
// Lines come in turn, in each its boxes; A and B grow cell by cell (B. Hobiger, HoDoKu).

#include "logic/techniques/families.hpp"

namespace cpsudoku::logic::inline CPSUDOKU_BOARDS {
namespace {

const Technique kSueDeCoq{"sue de coq", "sue de coq", true};

struct Part {
  CellSet cells;
  Mask digits = 0;
  int size = 0;

  Part with(Cell cell, Mask more) const {
    Part result = *this;
    result.cells.set(cell);
    result.digits |= more;
    ++result.size;
    return result;
  }
};

class SueDeCoq {
 public:
  SueDeCoq(Search& search, GroupId box, GroupId line)
      : search_(search),
        box_(box),
        line_(line),
        in_box_(search.houses()[box].set & search.position.open()),
        in_line_(search.houses()[line].set & search.position.open()) {}

  bool run() {
    const auto crossing = as_list(in_box_ & in_line_);
    for (std::size_t i = 0; i < crossing.size(); ++i) {
      const Part one = Part{}.with(crossing[i], candidates(crossing[i]));
      for (std::size_t j = i + 1; j < crossing.size(); ++j) {
        const Part two = one.with(crossing[j], candidates(crossing[j]));
        if (around(two)) return true;
        for (std::size_t k = j + 1; k < crossing.size(); ++k) {
          if (around(two.with(crossing[k], candidates(crossing[k])))) return true;
        }
      }
    }
    return false;
  }

 private:
  static constexpr int kLargestPart = 7;

  Mask candidates(Cell cell) const { return search_.position.candidates(cell); }
  // How many of the core's digits the part takes in any case.
  int taken(const Part& part) const { return part.size - count(part.digits & ~core_.digits); }

  bool around(const Part& core) {
    core_ = core;
    const int more = count(core.digits) - core.size;
    box_cells_ = as_list(in_box_ - core.cells);
    return more >= 2 && extend_line(as_list(in_line_ - core.cells), 0, {}, more);
  }

  bool extend_line(const std::vector<Cell>& cells, std::size_t from, const Part& part, int more) {
    for (std::size_t i = from; i < cells.size(); ++i) {
      if (search_.expired()) return false;
      const Part a = part.with(cells[i], candidates(cells[i]));
      const int here = taken(a);
      if ((a.digits & core_.digits) && here > 0 && here < more) {
        a_ = a;
        const Mask spent = a.digits & core_.digits;
        if (extend_box(0, {}, spent, more - here)) return true;
      }
      if (a.size < kLargestPart && extend_line(cells, i + 1, a, more)) return true;
    }
    return false;
  }

  bool extend_box(std::size_t from, const Part& part, Mask spent, int more) {
    for (std::size_t i = from; i < box_cells_.size(); ++i) {
      const Cell cell = box_cells_[i];
      if (a_.cells.has(cell) || (candidates(cell) & spent)) continue;
      const Part b = part.with(cell, candidates(cell));
      const int here = taken(b);
      if ((b.digits & core_.digits) && here == more && close(b)) return true;
      if (here <= more && b.size < kLargestPart && extend_box(i + 1, b, spent, more)) return true;
    }
    return false;
  }

  bool close(const Part& b) {
    Step& step = search_.begin(kSueDeCoq);
    const Mask both = a_.digits & b.digits & ~core_.digits;
    for (const Digit d : bits(((core_.digits | a_.digits) & ~b.digits) | both)) {
      step.eliminate((in_line_ - core_.cells - a_.cells) & search_.position.cells(d), d);
    }
    for (const Digit d : bits(((core_.digits | b.digits) & ~a_.digits) | both)) {
      step.eliminate((in_box_ - core_.cells - b.cells) & search_.position.cells(d), d);
    }
    sort_candidates(step.eliminations);
    if (search_.wants_evidence()) add_evidence(core_, a_, b, step.evidence);
    return search_.close();
  }

  void add_evidence(const Part& core, const Part& a, const Part& b, Evidence& evidence) {
    for (const auto* part : {&core, &a, &b}) {
      LockedSet set{{}, part->digits};
      for (const Cell cell : part->cells) {
        set.cells.push_back(cell);
        evidence.add(cell, search_.position.candidates(cell));
      }
      evidence.sets.push_back(std::move(set));
    }
    evidence.base = {line_, box_};
  }

  Search& search_;
  GroupId box_, line_;
  CellSet in_box_, in_line_;     // open cells
  std::vector<Cell> box_cells_;  // outside the core
  Part core_, a_;
};

bool find_sue_de_coq(Search& search) {
  const auto& houses = search.houses();
  for (const Kind kind : {Kind::row, Kind::column}) {
    for (const GroupId line : houses.of(kind)) {
      for (const GroupId box : houses.of(Kind::box)) {
        if ((houses[line].set & houses[box].set).count() < 2) continue;
        if (search.expired()) return false;
        if (SueDeCoq(search, box, line).run()) return true;
      }
    }
  }
  return false;
}

}  // namespace

std::vector<Finder> sue_de_coq() { return {finder(kSueDeCoq, find_sue_de_coq)}; }

}  // namespace cpsudoku::logic::inline CPSUDOKU_BOARDS
