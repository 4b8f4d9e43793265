// Sue de Coq: two or three cells C where a box and a line cross, cells A of the line and B of the
// box beside it, as many digits as cells in all, none of them in both A and B.  Then each of the
// digits is in these cells just once: the line loses what is in A or C, the box what is in B or C.
//
//         box           rest of the line
//     C C . | . A .     C: 1 2 3 4   A: 1 2   B: 3 4      four cells, four digits
//     . B . |
#include <algorithm>

#include "logic/techniques/families.hpp"

namespace cpsudoku::logic {
namespace {

const Technique kSueDeCoq{"sue de coq", "sue de coq", true};

template <int W>
struct Part {
  CellSet<W> cells;
  Mask digits;
};

template <int W>
class SueDeCoq {
 public:
  SueDeCoq(Search<W>& search, GroupId box, GroupId line) : search_(search), box_(box), line_(line) {
    const auto& houses = search.houses();
    crossing_ = houses[box].set & houses[line].set & search.position.open();
    collect(crossing_, 3, cores_);
    std::erase_if(cores_, [](const auto& core) {
      const int cells = core.cells.count();
      return cells < 2 || count(core.digits) < cells + 2;
    });
  }

  bool run() {
    if (cores_.empty()) return false;
    const auto& houses = search_.houses();
    const auto open = search_.position.open();
    for (const auto& core : cores_) {
      std::vector<Part<W>> in_line, in_box;
      collect((houses[line_].set - houses[box_].set) & open, kLargestPart, in_line);
      collect((houses[box_].set - houses[line_].set) & open, kLargestPart, in_box);
      for (const auto& a : in_line) {
        if (!(a.digits & core.digits)) continue;
        for (const auto& b : in_box) {
          if ((a.digits & b.digits) || !(b.digits & core.digits)) continue;
          if (close(core, a, b)) return true;
        }
      }
    }
    return false;
  }

 private:
  static constexpr int kLargestPart = 6;

  // All sets of cells with their digits.
  void collect(const CellSet<W>& from, int most, std::vector<Part<W>>& out) const {
    std::vector<Part<W>> open{{{}, 0}};
    for (const Cell cell : from) {
      const auto known = open.size();
      for (std::size_t i = 0; i < known; ++i) {
        if (open[i].cells.count() >= most) continue;
        Part<W> more = open[i];
        more.cells.set(cell);
        more.digits |= search_.position.candidates(cell);
        open.push_back(more);
        out.push_back(more);
      }
    }
  }

  bool close(const Part<W>& core, const Part<W>& a, const Part<W>& b) {
    const Mask all = core.digits | a.digits | b.digits;
    const int cells = core.cells.count() + a.cells.count() + b.cells.count();
    if (count(all) != cells) return false;
    const auto& houses = search_.houses();
    Step& step = search_.begin(kSueDeCoq);
    for (const Digit d : bits(all & ~b.digits)) {
      step.eliminate((houses[line_].set - core.cells - a.cells) & search_.position.cells(d), d);
    }
    for (const Digit d : bits(all & ~a.digits)) {
      step.eliminate((houses[box_].set - core.cells - b.cells) & search_.position.cells(d), d);
    }
    std::sort(step.eliminations.begin(), step.eliminations.end());
    const auto rest = std::unique(step.eliminations.begin(), step.eliminations.end());
    step.eliminations.erase(rest, step.eliminations.end());
    if (search_.wants_evidence()) add_evidence(core, a, b, step.evidence);
    return search_.close();
  }

  void add_evidence(const Part<W>& core, const Part<W>& a, const Part<W>& b, Evidence& evidence) {
    for (const auto* part : {&core, &a, &b}) {
      LockedSet set{{}, part->digits};
      for (const Cell cell : part->cells) {
        set.cells.push_back(cell);
        evidence.cells.push_back(cell);
        for (const Digit d : bits(search_.position.candidates(cell))) {
          evidence.candidates.push_back(Step::candidate(cell, d));
        }
      }
      evidence.sets.push_back(std::move(set));
    }
    evidence.base = {line_, box_};
  }

  Search<W>& search_;
  GroupId box_, line_;
  CellSet<W> crossing_;
  std::vector<Part<W>> cores_;
};

template <int W>
bool find_sue_de_coq(Search<W>& search) {
  const auto& houses = search.houses();
  for (const Crossing& crossing : houses.crossings()) {
    const Kind base = houses[crossing.base].kind, cover = houses[crossing.cover].kind;
    if (base != Kind::box || (cover != Kind::row && cover != Kind::column)) continue;
    if (search.expired()) return false;
    if (SueDeCoq<W>(search, crossing.base, crossing.cover).run()) return true;
  }
  return false;
}

}  // namespace

template <int W>
std::vector<Finder<W>> sue_de_coq() {
  return {finder<W>(kSueDeCoq, find_sue_de_coq<W>)};
}

template std::vector<Finder<kNarrow>> sue_de_coq();
template std::vector<Finder<kWide>> sue_de_coq();

}  // namespace cpsudoku::logic
