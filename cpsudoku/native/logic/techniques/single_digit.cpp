// Two houses with two places each for a digit, an end of the one seeing an end of the other: one of
// the two far ends is true.
//
//     a ═══ b                skyscraper: two rows (or columns), joined in a column (row)
//           │                2-string kite: a row and a column, joined in a box
//     d ═══ c                what sees a and d loses the digit
#include <initializer_list>

#include "logic/techniques/families.hpp"
#include "logic/techniques/proof_lines.hpp"

namespace cpsudoku::logic::inline CPSUDOKU_BOARDS {
namespace {

const Technique kSkyscraper{"skyscraper", "single digit"};
const Technique kTwoStringKite{"2-string kite", "single digit", true};

// The two places of a digit in a house.
struct StrongLink {
  GroupId house;
  Cell ends[2];
};

void collect(const Position& position, Digit digit, Kind kind, std::vector<StrongLink>& links) {
  for (const GroupId house : position.houses().of(kind)) {
    const Mask places = position.places(house, digit);
    if (count(places) != 2) continue;
    const auto& cells = position.houses()[house].cells;
    const auto low = static_cast<std::size_t>(std::countr_zero(places));
    const auto high = static_cast<std::size_t>(std::countr_zero(places & (places - 1)));
    links.push_back({house, {cells[low], cells[high]}});
  }
}

// The proof that one of the two ends is true: cells a, b, c, d, … of one digit, of which a and b,
// c and d, … are the only places in the groups given, and b sees c, d the next one, …
Proof x_chain(Digit digit, std::initializer_list<Cell> cells,
              std::initializer_list<GroupId> groups) {
  Proof proof;
  bool truth = false;
  auto group = groups.begin();
  for (const Cell cell : cells) {
    add_line(proof, {Step::candidate(cell, digit)}, truth, truth ? Reason::house : Reason::peer,
             truth ? *group++ : -1);
    truth = !truth;
  }
  return proof;
}

bool close_pair(Search& search, Digit d, const StrongLink& one, const StrongLink& two, int end,
                int start, const Technique& as) {
  const Cell a = one.ends[1 - end], b = one.ends[end], c = two.ends[start];
  const Cell e = two.ends[1 - start];
  const auto& houses = search.houses();
  auto gone = houses.peers(a) & houses.peers(e) & search.position.cells(d);
  gone.reset(b);
  gone.reset(c);
  if (gone.none()) return false;
  Step& step = search.begin(as);
  step.eliminate(gone, d);
  if (search.wants_evidence()) {
    for (const Cell cell : {a, b, c, e}) step.evidence.add(cell, bit(d));
    step.evidence.base = {one.house, two.house};
    step.evidence.proofs.push_back(x_chain(d, {a, b, c, e}, {one.house, two.house}));
  }
  return search.close();
}

// All pairs of links, `joined` in a group of that kind.
bool find_pairs(Search& search, Digit d, const std::vector<StrongLink>& ones,
                const std::vector<StrongLink>& twos, Kind joined, const Technique& as) {
  const auto& houses = search.houses();
  for (const auto& one : ones) {
    for (const auto& two : twos) {
      if (&ones == &twos && two.house <= one.house) continue;
      for (int i = 0; i < 4; ++i) {
        const int end = i & 1, start = i >> 1;
        const Cell b = one.ends[end], c = two.ends[start];
        const Cell a = one.ends[1 - end], e = two.ends[1 - start];
        const GroupId join = houses.group_of(b, joined);
        if (b == c || a == e || a == c || b == e) continue;
        if (join < 0 || join != houses.group_of(c, joined)) continue;
        if (houses.group_of(a, joined) == houses.group_of(e, joined)) continue;
        if (close_pair(search, d, one, two, end, start, as)) return true;
      }
    }
  }
  return false;
}

bool find_skyscraper(Search& search) {
  auto& links = search.memory.get<std::vector<StrongLink>>();
  for (const auto& [kind, joined] :
       {std::pair{Kind::row, Kind::column}, {Kind::column, Kind::row}}) {
    for (Digit d = 0; d < search.houses().digits(); ++d) {
      links.clear();
      collect(search.position, d, kind, links);
      if (find_pairs(search, d, links, links, joined, kSkyscraper)) return true;
    }
  }
  return false;
}

struct KiteLists {
  std::vector<StrongLink> rows;
  std::vector<StrongLink> columns;
};

bool find_two_string_kite(Search& search) {
  auto& [rows, columns] = search.memory.get<KiteLists>();
  for (Digit d = 0; d < search.houses().digits(); ++d) {
    rows.clear();
    columns.clear();
    collect(search.position, d, Kind::row, rows);
    collect(search.position, d, Kind::column, columns);
    if (find_pairs(search, d, rows, columns, Kind::box, kTwoStringKite)) return true;
  }
  return false;
}

}  // namespace

std::vector<Finder> single_digit() {
  return {finder(kSkyscraper, find_skyscraper), finder(kTwoStringKite, find_two_string_kite)};
}

}  // namespace cpsudoku::logic::inline CPSUDOKU_BOARDS
