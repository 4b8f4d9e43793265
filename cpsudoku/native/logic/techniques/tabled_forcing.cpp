// Forcing chains and forcing nets as HoDoKu finds them (B. Hobiger, after Trebor's tables): the tables
// of all candidates, true and false, are compared.
//
//     contradiction   a table holds a literal and its opposite, or leaves a cell or a digit of a house
//                     nothing: the premise is wrong
//     verity          the two tables of a candidate, or the tables of all candidates of a cell or of
//                     all places of a digit in a house, hold the same: it is true in any case
//
// What places a digit comes first, the lowest cell first, then the lowest elimination.  A net is
// taken only where a way in it branches; all others were looked for as chains.

#include "logic/techniques/derivation.hpp"
#include "logic/techniques/families.hpp"
#include "logic/techniques/net_tables.hpp"

namespace cpsudoku::logic::inline CPSUDOKU_BOARDS {
namespace {

const Technique kChainContradiction{"forcing chain contradiction", "tables"};
const Technique kChainVerity{"forcing chain verity", "tables"};
const Technique kNetContradiction{"forcing net contradiction", "tables"};
const Technique kNetVerity{"forcing net verity", "tables"};

// What a comparison shows.
struct Claim {
  bool verity;
  std::vector<Literal> premises;  // one for a contradiction, which is false then
  Literal shown;
  GroupId house = -1;  // of a verity over the places in a house

  // Placements first, then the lowest.
  auto rank(const Candidate& shown_candidate) const {
    const int cell = shown_candidate.cell, digit = shown_candidate.digit;
    return std::tuple(!truth_of(shown), cell, digit);
  }
};

struct ForcingMemory {
  std::uint64_t turn = 0;
  LinkGraph graph;
  Arcs arcs;
  NetTables tables;
};

using Words = std::vector<std::uint64_t>;

class Comparison {
 public:
  Comparison(Search& search, ForcingMemory& memory, bool nets)
      : search_(search), memory_(memory), graph_(memory.graph), nets_(nets) {
    const auto literals = static_cast<std::size_t>(memory.arcs.literals());
    words_ = (literals + 63) / 64;
    rows_.resize(literals, Words(words_));
    reached_.resize(literals, false);
    for (Literal premise = 0; premise < static_cast<int>(literals); ++premise) {
      if (search.expired()) return;  // tens of thousands on a big board, some microseconds each
      if (nets) {
        for (const auto& entry : memory.tables.table(premise).entries) set(premise, entry.literal);
      } else {
        reach(premise);
      }
    }
    for (int i = 0; i < graph_.size(); ++i) {
      if (graph_[i].only >= 0) candidates_.push_back(i);
    }
    for (const GroupId house : search.houses().rows_first()) {
      for (Digit d = 0; d < search.houses().digits(); ++d) add_whole_house(house, d);
    }
  }

  // What is claimed; nothing where time ran out, for a better claim may be among the rest.
  std::vector<Claim> run() {
    for (const int i : candidates_) {
      if (search_.expired()) return {};
      contradict(literal(i, true));
      contradict(literal(i, false));
    }
    for (const int i : candidates_) {
      if (search_.expired()) return {};
      agree({literal(i, true), literal(i, false)}, graph_[i].only, -1);
    }
    for (const Cell cell : position().open()) {
      if (search_.expired()) return {};
      agree(of_cell(cell, true), -1, -1);
    }
    for (const GroupId house : search_.houses().rows_first()) {
      if (search_.expired()) return {};
      for (Digit d = 0; d < search_.houses().digits(); ++d) {
        const auto all = of_house(house, d, true);
        if (!all.empty()) agree(all, -1, house);
      }
    }
    return std::move(claims_);
  }

 private:
  void set(Literal premise, Literal literal) {
    rows_[premise][static_cast<std::size_t>(literal) / 64] |= std::uint64_t{1} << (literal % 64);
  }

  // All that follows from a premise by arcs; where something is met whose row is known, all of that.
  void reach(Literal premise) {
    open_ = {premise};
    set(premise, premise);
    while (!open_.empty()) {
      const Literal from = open_.back();
      open_.pop_back();
      for (const Arc& arc : memory_.arcs.of(from)) {
        if (holds(premise, arc.to)) continue;
        if (reached_[arc.to]) {
          Words& row = rows_[premise];
          const Words& known = rows_[arc.to];
          for (std::size_t i = 0; i < words_; ++i) row[i] |= known[i];
        } else {
          set(premise, arc.to);
          open_.push_back(arc.to);
        }
      }
    }
    reached_[premise] = true;
  }

  // A house that has lost candidates to other techniques is not asked whether it is empty, like in
  // HoDoKu.
  void add_whole_house(GroupId house, Digit digit) {
    const auto cells = places(house, digit);
    if (cells.any() && cells == allowed(house, digit)) {
      whole_houses_.push_back(of_house(house, digit, false));
    }
  }

  const Position& position() const { return search_.position; }
  Literal at(Cell cell, Digit digit, bool truth) const {
    return literal(memory_.arcs.candidate(cell, digit), truth);
  }
  bool holds(Literal premise, Literal shown) const {
    return rows_[premise][static_cast<std::size_t>(shown) / 64] >> (shown % 64) & 1;
  }
  CellSet places(GroupId house, Digit digit) const {
    return position().cells(digit) & search_.houses()[house].set;
  }
  std::vector<Literal> of_cell(Cell cell, bool truth) const {
    std::vector<Literal> all;
    for (const Digit d : bits(position().candidates(cell))) all.push_back(at(cell, d, truth));
    return all;
  }
  std::vector<Literal> of_house(GroupId house, Digit digit, bool truth) const {
    std::vector<Literal> all;
    for (const Cell cell : places(house, digit)) all.push_back(at(cell, digit, truth));
    return all;
  }
  Candidate candidate(Literal at) const {
    return Step::candidate(graph_[node_of(at)].only, graph_[node_of(at)].digit);
  }

  // Whether one of the ways from a premise branches, if it must.
  bool counts(std::initializer_list<Literal> premises, const std::vector<Literal>& ends) const {
    if (!nets_) return true;
    for (const Literal premise : premises) {
      for (const Literal end : ends) {
        if (memory_.tables.branches(premise, end)) return true;
      }
    }
    return false;
  }

  void add(Claim claim) {
    const auto rank = claim.rank(candidate(claim.shown));
    if (search_.keeps_all()) {
      for (const auto& other : claims_) {
        if (other.shown == claim.shown && other.verity == claim.verity) return;
      }
    } else if (!claims_.empty()) {
      if (claims_[0].rank(candidate(claims_[0].shown)) <= rank) return;
      claims_.clear();
    }
    claims_.push_back(std::move(claim));
  }

  bool wanted(Literal shown) const {
    if (search_.keeps_all() || claims_.empty()) return true;
    const Claim& best = claims_[0];
    return Claim{false, {}, shown}.rank(candidate(shown)) < best.rank(candidate(best.shown));
  }

  void contradict(Literal premise) {
    if (!wanted(premise ^ 1)) return;
    if (contradicts(premise)) add({false, {premise}, premise ^ 1});
  }

  bool contradicts(Literal premise) const {
    // A literal and its opposite are neighbours; two digits of a cell exclude one another.
    const auto opposites = [](std::uint64_t word) {
      return (word >> 1 & word & 0x5555555555555555) != 0;
    };
    if (any_of(rows_[premise], opposites) &&
        (has_opposites(premise) || has_two_digits(premise) || places_twice(premise))) {
      return true;
    }
    return empties_cell(premise) || empties_house(premise);
  }

  bool has_opposites(Literal premise) const {
    for (const int i : candidates_) {
      const Literal yes = literal(i, true), no = literal(i, false);
      if (holds(premise, yes) && holds(premise, no) && counts({premise}, {yes, no})) return true;
    }
    return false;
  }

  bool has_two_digits(Literal premise) const {
    return any_of(position().open(),
                  [&](const Cell cell) { return holds_two(premise, of_cell(cell, true)); });
  }

  bool places_twice(Literal premise) const {
    for (const GroupId house : search_.houses().rows_first()) {
      for (Digit d = 0; d < search_.houses().digits(); ++d) {
        if (holds_two(premise, of_house(house, d, true))) return true;
      }
    }
    return false;
  }
  bool holds_two(Literal premise, std::vector<Literal> all) const {
    std::erase_if(all, [&](Literal one) { return !holds(premise, one); });
    return all.size() > 1 && counts({premise}, all);
  }

  bool empties_cell(Literal premise) const {
    for (const Cell cell : position().open()) {
      const auto all = of_cell(cell, false);
      const bool empty =
          all_of(all, [&](Literal one) { return holds(premise, one) && !holds(premise, one ^ 1); });
      if (empty && counts({premise}, all)) return true;
    }
    return false;
  }

  bool empties_house(Literal premise) const {
    const auto empty = [&](const std::vector<Literal>& all) {
      return all_of(all, [&](Literal end) { return holds(premise, end); }) &&
             counts({premise}, all);
    };
    return any_of(whole_houses_, empty);
  }

  // The open cells of a house that see no such digit placed.
  CellSet allowed(GroupId house, Digit digit) const {
    CellSet cells;
    for (const Cell cell : search_.houses()[house].set& position().open()) {
      const auto groups = search_.houses().groups_of(cell);
      const bool sees =
          any_of(groups, [&](const auto& m) { return position().placed(m.group) >> digit & 1; });
      if (!sees) cells.set(cell);
    }
    return cells;
  }

  // What all premises show.  A candidate's own cell is left out where its two tables are compared.
  void agree(const std::vector<Literal>& premises, Cell without, GroupId house) {
    Words common = rows_[premises[0]];
    for (const Literal premise : premises) {
      const Words& row = rows_[premise];
      for (std::size_t i = 0; i < words_; ++i) common[i] &= row[i];
    }
    for (std::size_t i = 0; i < words_; ++i) {
      for (const int place : bits(common[i])) {
        const Literal shown = static_cast<Literal>(i * 64) + place;
        const auto& node = graph_[node_of(shown)];
        if (node.only < 0 || node.only == without || !wanted(shown)) continue;
        const bool taken =
            any_of(premises, [&](Literal premise) { return counts({premise}, {shown}); });
        if (taken) add({true, premises, shown, house});
      }
    }
  }

  Search& search_;
  ForcingMemory& memory_;
  const LinkGraph& graph_;
  bool nets_;
  std::size_t words_;
  std::vector<Words> rows_;            // of each literal: all that follows
  std::vector<std::uint8_t> reached_;  // whose row is whole
  std::vector<Literal> open_;
  std::vector<std::vector<Literal>> whole_houses_;
  std::vector<int> candidates_;  // nodes
  std::vector<Claim> claims_;
};

bool close_claim(Search& search, const LinkGraph& graph, const Claim& claim, bool nets) {
  Step& step = search.begin(claim.verity ? (nets ? kNetVerity : kChainVerity)
                                         : (nets ? kNetContradiction : kChainContradiction));
  const auto& node = graph[node_of(claim.shown)];
  if (truth_of(claim.shown)) {
    step.place(node.only, node.digit);
  } else {
    step.eliminate(node.only, node.digit);
  }
  if (search.wants_evidence()) {
    if (claim.house >= 0) step.evidence.base = {claim.house};
    Derivation derivation(graph);
    for (const Literal premise : claim.premises) {
      const auto& first = graph[node_of(premise)];
      step.evidence.candidates.push_back(Step::candidate(first.only, first.digit));
      derivation.run(premise);
      // A case that refutes itself may show anything in its table.
      const Literal end = derivation.refuted();
      step.evidence.proofs.push_back(claim.verity && derivation.has(claim.shown)
                                         ? derivation.proof({claim.shown})
                                         : derivation.proof({end ^ 1, end}));
    }
  }
  return search.close();
}

template <bool Nets>
bool find_forcing(Search& search) {
  auto& memory = search.memory.get<ForcingMemory>();
  if (memory.turn != search.turn) {
    memory.turn = search.turn;
    memory.graph.build(search.position, {.groups = true});
    memory.arcs.build(memory.graph);
  }
  if (Nets && !memory.tables.build(memory.arcs, search)) return false;
  return any_of(Comparison(search, memory, Nets).run(),
                [&](const Claim& claim) { return close_claim(search, memory.graph, claim, Nets); });
}

}  // namespace

std::vector<Finder> tabled_forcing() {
  return {{"tabled forcing chains", {&kChainContradiction, &kChainVerity}, find_forcing<false>},
          {"tabled forcing nets", {&kNetContradiction, &kNetVerity}, find_forcing<true>}};
}

}  // namespace cpsudoku::logic::inline CPSUDOKU_BOARDS
