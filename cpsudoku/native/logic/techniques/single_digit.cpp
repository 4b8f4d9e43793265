// Short chains of one digit: two houses with two places each, an end of the one seeing an end of the
// other; one of the two far ends is true.
//
//     a ═══ b                skyscraper: two rows (or columns), joined in a column (row)
//           │                2-string kite: a row and a column, joined in a box
//     d ═══ c                turbot fish: any two houses
//                            what sees a and d loses the digit
//
//     empty rectangle  in a box the digit is only in one row or one column, so if it is not in the
//                      row's part it is in the column's: a strong link between two groups
//     dual forms       two of them in one box, as one step
#include "logic/techniques/families.hpp"
#include "logic/techniques/proof_lines.hpp"

namespace cpsudoku::logic::inline CPSUDOKU_BOARDS {
namespace {

const Technique kSkyscraper{"skyscraper", "single digit"};
const Technique kTwoStringKite{"2-string kite", "single digit", true};
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

std::vector<Strong> pairs(const Position& position, Digit digit,
                          std::initializer_list<Kind> kinds) {
  std::vector<Strong> links;
  for (const Kind kind : kinds) {
    for (const GroupId house : position.houses().of(kind)) {
      const Mask places = position.places(house, digit);
      if (count(places) != 2) continue;
      const auto& cells = position.houses()[house].cells;
      const Cell a = cells[std::countr_zero(places)], b = cells[std::bit_width(places) - 1];
      links.push_back({house, {CellSet::one(std::min(a, b)), CellSet::one(std::max(a, b))}});
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
    if (!position.seen_by_all(b, digit).contains(c)) continue;
    const auto gone = position.seen_by_all(a | d, digit);
    if (gone.any() && visit(Short{digit, one, two, from, to, gone})) return true;
  }
  return false;
}

constexpr std::initializer_list<Kind> kLines = {Kind::row, Kind::column};

CellSet joint(const Short& chain) { return chain.one.ends[chain.from] | chain.two.ends[chain.to]; }

// Whether a group of this kind has the ends that are joined, and none has both far ones.
bool is_joined_in(const Houses& houses, const Short& chain, Kind kind) {
  const auto group = [&](const Strong& link, int end) {
    return houses.group_of(link.ends[end].first(), kind);
  };
  const GroupId join = group(chain.one, chain.from);
  return join >= 0 && join == group(chain.two, chain.to) &&
         group(chain.one, 1 - chain.from) != group(chain.two, 1 - chain.to);
}

bool find_joined(Search& search, Digit d, const std::vector<Strong>& ones,
                 const std::vector<Strong>& twos, Kind joined, const Technique& as) {
  for (const auto& one : ones) {
    for (const auto& two : twos) {
      if (&ones == &twos && two.house <= one.house) continue;
      const auto close = [&](Short chain) {
        chain.gone -= joint(chain);
        return is_joined_in(search.houses(), chain, joined) && chain.gone.any() &&
               close_short(search, chain, as);
      };
      if (for_each_join(search, d, one, two, close)) return true;
    }
  }
  return false;
}

bool find_skyscraper(Search& search) {
  for (const Kind kind : kLines) {
    const Kind joined = kind == Kind::row ? Kind::column : Kind::row;
    for (Digit d = 0; d < search.houses().digits(); ++d) {
      const auto links = pairs(search.position, d, {kind});
      if (find_joined(search, d, links, links, joined, kSkyscraper)) return true;
    }
  }
  return false;
}

bool find_two_string_kite(Search& search) {
  for (Digit d = 0; d < search.houses().digits(); ++d) {
    const auto rows = pairs(search.position, d, {Kind::row});
    const auto columns = pairs(search.position, d, {Kind::column});
    if (find_joined(search, d, rows, columns, Kind::box, kTwoStringKite)) return true;
  }
  return false;
}

bool find_turbot_fish(Search& search) {
  for (Digit d = 0; d < search.houses().digits(); ++d) {
    const auto links = pairs(search.position, d, {Kind::row, Kind::column, Kind::box, Kind::other});
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
  for (const auto& link : pairs(search.position, digit, kLines)) {
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
  std::vector<Short> all;
  for (Digit d = 0; d < search.houses().digits(); ++d) {
    const auto twos = pairs(search.position, d, {Kind::column});
    for (const auto& one : pairs(search.position, d, {Kind::row})) {
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

std::vector<Finder> single_digit() {
  return {finder(kSkyscraper, find_skyscraper), finder(kTwoStringKite, find_two_string_kite)};
}

std::vector<Finder> empty_rectangles() {
  return {finder(kTurbotFish, find_turbot_fish), finder(kEmptyRectangle, find_empty_rectangle),
          finder(kDualKite, find_dual_kite),
          finder(kDualEmptyRectangle, find_dual_empty_rectangle)};
}

}  // namespace cpsudoku::logic::inline CPSUDOKU_BOARDS
