// Turbot fish and empty rectangles: short chains of one digit.
//
//     turbot fish      any two houses with two places each, an end of one seeing an end of the other
//     empty rectangle  in a box the digit is in one row or one column alone, so if it is not in the
//                      row's part it is in the column's: a strong link between two groups
//     dual forms       two of them in one box, as one step
#include "logic/techniques/families.hpp"
#include "logic/techniques/proof_lines.hpp"

namespace cpsudoku::logic::inline CPSUDOKU_BOARDS {
namespace {

const Technique kTurbotFish{"turbot fish", "single digit"};
const Technique kEmptyRectangle{"empty rectangle", "single digit", true};
const Technique kDualKite{"dual 2-string kite", "single digit", true};
const Technique kDualEmptyRectangle{"dual empty rectangle", "single digit", true};

// A strong link of one digit between two sets of cells.
struct Strong {
  GroupId house;
  CellSet ends[2];
};

// a = b - c = d: what sees all of a and d goes.
struct Short {
  Digit digit;
  Strong one, two;
  int from, to;  // which ends of `one` and `two` are joined
  CellSet gone;
};

CellSet seen_by_all(const Position& position, const CellSet& cells, Digit digit) {
  auto seen = position.cells(digit);
  for (const Cell cell : cells) seen &= position.houses().peers(cell);
  return seen;
}

void fill(const Short& chain, Step& step) {
  const auto& [digit, one, two, from, to, gone] = chain;
  const CellSet nodes[] = {one.ends[1 - from], one.ends[from], two.ends[to], two.ends[1 - to]};
  step.eliminate(gone, digit);
  Proof proof;
  for (int i = 0; i < 4; ++i) {
    for (const Cell cell : nodes[i]) step.evidence.add(cell, bit(digit));
    const bool truth = (i & 1) != 0;
    add_line(proof, candidates_of(nodes[i], digit), truth, truth ? Reason::house : Reason::peer,
             !truth   ? -1
             : i == 1 ? one.house
                      : two.house);
  }
  step.evidence.base = {one.house, two.house};
  step.evidence.proofs.push_back(std::move(proof));
}

bool close_short(Search& search, const Short& chain, const Technique& as) {
  Step& step = search.begin(as);
  fill(chain, step);
  return search.close();
}

// Two chains, of one digit or two, that share a part.
bool close_dual(Search& search, const Short& a, const Short& b, const Technique& as,
                const Technique& each) {
  if (a.digit == b.digit && (a.gone.contains(b.gone) || b.gone.contains(a.gone))) return false;
  Step& step = search.begin(as);
  step.eliminate(a.digit == b.digit ? a.gone - b.gone : a.gone, a.digit);
  step.eliminate(b.gone, b.digit);
  for (const auto* one : {&a, &b}) {
    Step inner;
    inner.technique = &each;
    fill(*one, inner);
    for (const auto& c : inner.evidence.candidates) step.evidence.candidates.push_back(c);
    step.evidence.inner.push_back(std::move(inner));
  }
  return search.close();
}

std::vector<Strong> pairs(const Position& position, Digit digit, std::span<const Kind> kinds) {
  std::vector<Strong> links;
  for (const Kind kind : kinds) {
    for (const GroupId house : position.houses().of(kind)) {
      if (count(position.places(house, digit)) != 2) continue;
      Strong link{house, {}};
      int end = 0;
      for (const Cell cell : position.cells(digit) & position.houses()[house].set) {
        link.ends[end++].set(cell);
      }
      links.push_back(link);
    }
  }
  return links;
}

// Calls visit(chain) for each way to join two links.
template <class Visit>
bool for_each_join(Search& search, Digit digit, const Strong& one, const Strong& two,
                   const Visit& visit) {
  const auto& position = search.position;
  for (int i = 0; i < 4; ++i) {
    const int from = i & 1, to = i >> 1;
    const auto &b = one.ends[from], &c = two.ends[to];
    const auto &a = one.ends[1 - from], &d = two.ends[1 - to];
    if (a.meets(d) || a.meets(c) || b.meets(d) || b.meets(c)) continue;
    if (!seen_by_all(position, b, digit).contains(c)) continue;
    const auto gone = seen_by_all(position, a, digit) & seen_by_all(position, d, digit);
    if (gone.any() && visit(Short{digit, one, two, from, to, gone})) return true;
  }
  return false;
}

constexpr Kind kLines[] = {Kind::row, Kind::column};
constexpr Kind kAllKinds[] = {Kind::row, Kind::column, Kind::box, Kind::other};

bool find_turbot_fish(Search& search) {
  for (Digit d = 0; d < search.houses().digits(); ++d) {
    const auto links = pairs(search.position, d, std::span<const Kind>(kAllKinds));
    for (std::size_t i = 0; i < links.size(); ++i) {
      for (std::size_t j = i + 1; j < links.size(); ++j) {
        const auto close = [&](const Short& s) { return close_short(search, s, kTurbotFish); };
        if (for_each_join(search, d, links[i], links[j], close)) return true;
      }
    }
  }
  return false;
}

// The links inside of a box between the places in a line and the others, which another line has.
void collect_rectangles(Search& search, Digit digit, GroupId box, int least,
                        std::vector<Strong>& out) {
  const auto& houses = search.houses();
  const auto all = search.position.cells(digit) & houses[box].set;
  const int many = all.count();
  if (many < least) return;
  for (const Kind kind : kLines) {
    const Kind across = kind == Kind::row ? Kind::column : Kind::row;
    for (const GroupId line : houses.of(kind)) {
      const auto in = all & houses[line].set, rest = all - houses[line].set;
      if (in.none() || rest.none()) continue;
      const GroupId other = houses.group_of(rest.first(), across);
      if (other < 0 || !houses[other].set.contains(rest)) continue;
      out.push_back({box, {in, rest}});
    }
  }
}

template <class Visit>
bool for_each_rectangle(Search& search, Digit digit, GroupId box, int least, const Visit& visit) {
  std::vector<Strong> inside;
  collect_rectangles(search, digit, box, least, inside);
  if (inside.empty()) return false;
  for (const auto& link : pairs(search.position, digit, std::span<const Kind>(kLines))) {
    for (const auto& rectangle : inside) {
      const auto one_way = [&](const Short& chain) {
        return chain.from == 1 && visit(chain);  // the line's part is the end
      };
      if (for_each_join(search, digit, rectangle, link, one_way)) return true;
    }
  }
  return false;
}

bool find_empty_rectangle(Search& search) {
  for (Digit d = 0; d < search.houses().digits(); ++d) {
    for (const GroupId box : search.houses().of(Kind::box)) {
      const auto close = [&](const Short& s) { return close_short(search, s, kEmptyRectangle); };
      const int least = search.options.two_candidates ? 2 : 3;
      if (for_each_rectangle(search, d, box, least, close)) return true;
    }
  }
  return false;
}

CellSet joint(const Short& chain) { return chain.one.ends[chain.from] | chain.two.ends[chain.to]; }

// Two of the chains; kites have to be joined by the same two cells.
bool close_duals(Search& search, const std::vector<Short>& all, const Technique& as,
                 const Technique& each, bool joined_alike) {
  for (std::size_t i = 0; i < all.size(); ++i) {
    for (std::size_t j = i + 1; j < all.size(); ++j) {
      if (joined_alike && joint(all[i]) != joint(all[j])) continue;
      if (close_dual(search, all[i], all[j], as, each)) return true;
    }
  }
  return false;
}

bool find_dual_empty_rectangle(Search& search) {
  for (Digit d = 0; d < search.houses().digits(); ++d) {
    for (const GroupId box : search.houses().of(Kind::box)) {
      std::vector<Short> all;
      for_each_rectangle(search, d, box, 2, [&](const Short& chain) {
        all.push_back(chain);
        return false;
      });
      if (close_duals(search, all, kDualEmptyRectangle, kEmptyRectangle, false)) return true;
    }
  }
  return false;
}

std::vector<Short> kites(Search& search, GroupId box) {
  constexpr Kind rows[] = {Kind::row}, columns[] = {Kind::column};
  std::vector<Short> all;
  for (Digit d = 0; d < search.houses().digits(); ++d) {
    const auto twos = pairs(search.position, d, std::span<const Kind>(columns));
    for (const auto& one : pairs(search.position, d, std::span<const Kind>(rows))) {
      for (const auto& two : twos) {
        for_each_join(search, d, one, two, [&](const Short& chain) {
          if (search.houses()[box].set.contains(joint(chain))) all.push_back(chain);
          return false;
        });
      }
    }
  }
  return all;
}

bool find_dual_kite(Search& search) {
  for (const GroupId box : search.houses().of(Kind::box)) {
    if (close_duals(search, kites(search, box), kDualKite, kTurbotFish, true)) return true;
  }
  return false;
}

}  // namespace

std::vector<Finder> empty_rectangles() {
  return {finder(kTurbotFish, find_turbot_fish), finder(kEmptyRectangle, find_empty_rectangle),
          finder(kDualKite, find_dual_kite),
          finder(kDualEmptyRectangle, find_dual_empty_rectangle)};
}

}  // namespace cpsudoku::logic::inline CPSUDOKU_BOARDS
