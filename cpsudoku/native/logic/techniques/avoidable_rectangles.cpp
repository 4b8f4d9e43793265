// Avoidable rectangles: the argument of unique rectangles about cells that were solved, not given.  If
// the corners came to be x y / y x, the digits could be swapped for another solution.
//
//     1  three corners are solved x y / y: the fourth is not x
//     2  two side by side are solved x y, the others have y z and x z: one of these is z
#include "logic/techniques/families.hpp"
#include "logic/techniques/rectangle_corners.hpp"

namespace cpsudoku::logic::inline CPSUDOKU_BOARDS {
namespace {

const Technique kAvoidable1{"avoidable rectangle 1", "rectangles", false, true};
const Technique kAvoidable2{"avoidable rectangle 2", "rectangles", false, true};

bool close_avoidable(Search& search, const Corners& corners) {
  if (search.sink.draft().empty()) return false;
  auto& evidence = search.sink.draft().evidence;
  if (search.wants_evidence()) {
    for (const Cell c : corners) evidence.add(c, search.position.candidates(c));
  }
  return search.close();
}

// Rectangles with this many open corners.
template <class Visit>
bool for_each_solved(Search& search, std::size_t open, const Visit& visit) {
  for (const Corners& corners : rectangles_of(search).all) {
    std::vector<int> left;
    for (int i = 0; i < 4; ++i) {
      const Cell c = corners[i];
      if (search.position.open().has(c)) left.push_back(i);
    }
    if (left.size() == open && visit(corners, left)) return true;
  }
  return false;
}

// Three corners x y / y: the fourth is not x.
bool find_avoidable_1(Search& search) {
  return for_each_solved(search, 1, [&](const Corners& corners, const std::vector<int>& left) {
    const auto digit = [&](int i) { return search.position.digit(corners[i]); };
    const int corner = left[0];
    if (digit(corner ^ 1) != digit(corner ^ 2)) return false;
    const Digit x = digit(corner ^ 3);
    const Cell last = corners[corner];
    if (search.options.rows_first && !search.position.bivalue().has(last)) return false;
    if (!could_swap(search.position, corners, bit(x) | bit(digit(corner ^ 1)))) return false;
    Step& step = search.begin(kAvoidable1);
    if (search.position.has(last, x)) step.eliminate(last, x);
    return close_avoidable(search, corners);
  });
}

// Two corners x y side by side, the others y z and x z: one of these is z.
bool find_avoidable_2(Search& search) {
  return for_each_solved(search, 2, [&](const Corners& corners, const std::vector<int>& left) {
    const auto cell = [&](int i) { return corners[i]; };
    const Cell a = cell(left[0]), b = cell(left[1]);
    const Digit other_a = search.position.digit(cell(left[0] ^ 3));
    const Digit other_b = search.position.digit(cell(left[1] ^ 3));
    if (left[0] + left[1] == 3 || other_a < 0 || other_b < 0 || other_a == other_b) return false;
    const Mask of_a = search.position.candidates(a), of_b = search.position.candidates(b);
    if (count(of_a) != 2 || count(of_b) != 2) return false;
    if (!(of_a >> other_a & 1) || !(of_b >> other_b & 1)) return false;
    const Mask more = of_a & ~bit(other_a);
    if (more != (of_b & ~bit(other_b))) return false;
    if (!could_swap(search.position, corners, bit(other_a) | bit(other_b))) return false;
    Step& step = search.begin(kAvoidable2);
    const Digit z = std::countr_zero(more);
    step.eliminate(search.houses().peers(a) & search.houses().peers(b) & search.position.cells(z),
                   z);
    return close_avoidable(search, corners);
  });
}

}  // namespace

std::vector<Finder> avoidable_rectangles() {
  return {finder(kAvoidable1, find_avoidable_1), finder(kAvoidable2, find_avoidable_2)};
}

}  // namespace cpsudoku::logic::inline CPSUDOKU_BOARDS
