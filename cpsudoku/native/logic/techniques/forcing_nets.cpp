// Forcing nets: suppositions whose consequences branch and meet again.
//
//     Nishio       one digit: a candidate that leads to a contradiction               7.5
//     multiple     all candidates of a cell, or of a digit in a house, without        8.0
//                  branches, lead to the same elimination
//     dynamic      a candidate leads to a contradiction; it and its opposite, or all  8.5
//                  of a choice, lead to the same; choices join what has become false
//     plus         the same with locked candidates, pairs and X-wings inside          9.0
//
// and 0.1 and more for length.  First the reach of every node says what contradicts itself or meets
// (net_room.hpp), in stages of growing depth; then the nets are measured (waves.hpp), and the shortest
// win.  Stages, sizes and lengths are those of skfr (G. Penet), after Sudoku Explainer (N. Juillerat).

#include "logic/techniques/families.hpp"
#include "logic/techniques/net_proofs.hpp"
#include "logic/techniques/net_room.hpp"

namespace cpsudoku::logic::inline CPSUDOKU_BOARDS {

namespace {

const Technique kNishio{"nishio", "forcing nets"};
const Technique kMultiple{"multiple forcing chains", "forcing nets"};
const Technique kDynamic{"dynamic forcing chains", "forcing nets"};
const Technique kPlus{"dynamic forcing chains plus", "forcing nets"};

constexpr std::size_t kAny = 1000;  // members of a choice

// How far below what the path has reached, in tenths, all that is found is taken without measuring it,
// as skfr does.
constexpr int kFarBelow = 8;
constexpr int kFarBelowForChoices = 10;

// One search over a net: what the reach promises is measured.
template <int N>
class Measure {
 public:
  Measure(Search& search, Net<N>& net, const Reach<N>& reach, const Technique& technique, int base,
          Hints& found)
      : search_(search),
        net_(net),
        reach_(reach),
        technique_(technique),
        base_(base),
        found_(found) {
    at_once_ = search.reached >= base + kFarBelow;
    choices_at_once_ = search.reached >= base + kFarBelowForChoices;
    refuted_.assign(net.basic.numbering.candidates.size(), false);
    doubled_.assign(net.basic.numbering.candidates.size(), Row<N>{});
    chosen_.assign(net.choices.size(), Row<N>{});
  }

  // What contradicts itself, what follows from both a candidate and its opposite, and, with
  // `choices`, what follows from all of a choice; each only once.
  void run(bool choices) {
    for (int c = 0; c < net_.numbering().size(); ++c) {
      if (search_.expired()) return;
      refute(c);
      meet(c);
    }
    for (std::size_t i = 0; choices && i < net_.choices.size(); ++i) {
      if (search_.expired()) return;
      choose(i);
    }
  }

 private:
  const Row<N>& row(int node) const { return reach_.rows[node]; }

  void refute(int c) {
    if (refuted_[c] || !contradictions(row(node(c, true))).any()) return;
    refuted_[c] = true;
    if (at_once_ && !search_.wants_evidence()) return take_at_once(c);
    const Wave<N>& wave = net_.wave(node(c, true));
    int best = 0, best_node = -1, last_round = kNever;
    for (const auto n : wave.order) {
      const int round = wave.round(n);
      if (round > last_round) break;
      if (!wave.has(opposite(n)) || wave.round(opposite(n)) > round) continue;
      last_round = std::min(last_round, round + 3);
      const int length = at_once_ ? 0 : net_.length(wave, n) + net_.length(wave, opposite(n));
      if (best_node >= 0 && length >= best) continue;
      best = length;
      best_node = n;
    }
    if (best_node < 0 || !add(best, c)) return;
    if (!search_.wants_evidence()) return;
    add_net_step(search_, net_, {{wave, {opposite(best_node), best_node}}}, found_);
  }

  void meet(int c) {
    Row<N> both = row(node(c, true)) & row(node(c, false));
    for (auto& w : both.words) w &= ~kTrueNodes;
    both -= doubled_[c];
    if (!both.any()) return;
    doubled_[c] |= both;
    if (!at_once_) shrink(both, c);
    both.each([&](int target) { measure({node(c, true), node(c, false)}, target, true); });
  }

  void take_at_once(int c) { static_cast<void>(add(0, c)); }

  // Keeps those that can be the nearest: whose ways, together, are at most one link longer than the
  // shortest.
  void shrink(Row<N>& targets, int c) {
    const auto ways = distances(node(c, true)), others = distances(node(c, false));
    int least = 200;
    const auto total = [&](int n) { return ways[n] + others[n]; };
    targets.each([&](int n) { least = std::min(least, total(n)); });
    Row<N> kept;
    targets.each([&](int n) {
      if (total(n) <= least + 1) kept.set(n);
    });
    targets = kept;
  }
  std::vector<std::uint8_t> distances(int from) const {
    std::vector<std::uint8_t> result(reach_.links.size(), 100);
    Row<N> seen = reach_.links[from], front = seen;
    for (std::uint8_t steps = 0; front.any() && steps < 99; ++steps) {
      Row<N> next;
      front.each([&](int n) {
        result[n] = steps;
        next |= reach_.links[n];
      });
      front = next - seen;
      seen |= front;
    }
    return result;
  }

  void choose(std::size_t i) {
    const auto& members = net_.choices[i].members;
    Row<N> all = row(2 * members[0]);
    for (const auto c : members) all &= row(2 * c);
    for (auto& w : all.words) w &= ~kTrueNodes;
    for (const auto c : members) all.reset(2 * c + 1);
    all -= chosen_[i];
    if (!all.any()) return;
    chosen_[i] |= all;
    std::vector<int> starts;
    for (const auto c : members) starts.push_back(2 * c);
    all.each([&](int target) { measure(starts, target, false); });
  }

  void measure(const std::vector<int>& starts, int target, bool opposites) {
    const int c = candidate_of(target);
    if (!found_.wants(base_, net_.numbering()[c])) return;
    const bool at_once = opposites ? at_once_ : choices_at_once_;
    if (at_once && !search_.wants_evidence()) {
      // As below; a member says nothing of itself.
      const auto same = [&](int start) { return candidate_of(start) == c; };
      return any_of(starts, same) ? void() : take_at_once(c);
    }
    // skfr counts a cell or house with two candidates as one node less in dynamic chains.  And where
    // one way by itself is too long to be of use, it leaves the other ways uncounted, but takes the
    // sum so far: with the node less it can be of use after all, by 0.1.
    int length = opposites && base_ == 85 ? -1 : 0;
    bool counts = true;
    for (const int start : starts) {
      if (candidate_of(start) == c) return;
      const Wave<N>& wave = net_.wave(start);
      if (!wave.has(target)) return;
      if (!counts) continue;
      const int way = at_once ? 0 : net_.length(wave, target);
      length += way;
      if (!found_.wants(base_ + surcharge(length), net_.numbering()[c])) return;
      counts = found_.wants(base_ + surcharge(way), net_.numbering()[c]);
    }
    if (!add(length, c) || !search_.wants_evidence()) return;
    std::vector<NetCase> cases;
    for (const int start : starts) cases.push_back({net_.wave(start), {target}});
    add_net_step(search_, net_, cases, found_);
  }

  bool add(int length, int c) {
    return found_.add({&technique_, base_, base_ + surcharge(length), net_.numbering()[c]});
  }

  Search& search_;
  Net<N>& net_;
  const Reach<N>& reach_;
  const Technique& technique_;
  int base_;
  Hints& found_;
  bool at_once_;  // contradictions, and what a candidate and its opposite come to
  bool choices_at_once_;
  std::vector<std::uint8_t> refuted_;
  std::vector<Row<N>> doubled_;
  std::vector<Row<N>> chosen_;
};

// Nishio: a net for each digit, all through one stage before the next.
template <int N>
struct DigitRooms {
  std::vector<NetRoom<N>> rooms;
};

template <int N>
void search_nishio(Search& search, Hints& found) {
  auto& rooms = search.memory.get<DigitRooms<N>>().rooms;
  std::vector<Measure<N>> measures;
  std::size_t used = 0;
  rooms.resize(search.houses().digits());
  for (Digit d = 0; d < search.houses().digits(); ++d) {
    if (search.position.cells(d).none()) continue;
    auto& [turn, events_turn, net, reach] = rooms[used++];
    net.build(search.position, bit(d), kXLinks, false);
    reach.restart(net.basic.rows);
    reach.expand(3);
    if (reach.derive(net, kAny, 0)) reach.expand(3);
    measures.emplace_back(search, net, reach, kNishio, 75, found).run(false);
  }
  if (found.best <= 78 || search.cut_short) return;
  for (std::size_t i = 0; i < used; ++i) {
    auto& [turn, events_turn, net, reach] = rooms[i];
    reach.expand();
    while (reach.derive(net, kAny, 0)) reach.expand();
    measures[i].run(false);
    if (search.cut_short) return;
  }
}

template <int N>
class Nets {
 public:
  Nets(Search& search, Hints& found) : search_(search), found_(found), room_(net_room<N>(search)) {}

  void multiple() {
    reach().restart(net().basic.rows);
    reach().expand();
    for (const Choice& choice : net().choices) {
      Row<N> all = reach().rows[2U * choice.members[0]];
      for (const auto c : choice.members) all &= reach().rows[2U * c];
      for (const auto c : choice.members) all.reset(2 * c + 1);
      all.each([&](int target) {
        if (!is_true(target)) measure_multiple(choice, target);
      });
      if (search_.expired()) return;
    }
  }

  void dynamic() {
    reach().restart(net().basic.rows);
    reach().expand(5);
    Measure<N> measure(search_, net(), reach(), kDynamic, 85, found_);
    for (int i = 0; i < 2; ++i) derive(4, 0, 8);
    measure.run(true);
    if (done(88)) return;
    for (int i = 0; i < 2; ++i) derive(5, 0, 8);
    measure.run(true);
    if (done(92)) return;
    reach().expand();
    while (derive(9, 0, 0)) {}
    measure.run(true);
  }

  void plus() {
    room_.add_events(search_.position);
    reach().restart(net().direct);
    reach().expand(2);
    Measure<N> measure(search_, net(), reach(), kPlus, 90, found_);
    derive(4, 7, 2);
    measure.run(true);
    if (done(92)) return;
    derive(7, 7, 5);
    measure.run(true);
    if (done(96)) return;
    reach().expand();
    while (derive(9, 10, 0)) {}
    measure.run(true);
  }

 private:
  Net<N>& net() { return room_.net; }
  Reach<N>& reach() { return room_.reach; }
  bool done(int limit) { return search_.cut_short || found_.best <= limit; }

  bool derive(std::size_t members, std::size_t premises, int steps) {
    if (search_.expired()) return false;
    if (!reach().derive(net(), members, premises)) return false;
    if (steps) {
      reach().expand(steps);
    } else {
      reach().expand();
    }
    return true;
  }

  void measure_multiple(const Choice& choice, int target) {
    const Candidate gone = net().numbering()[candidate_of(target)];
    int length = 0;
    std::vector<std::vector<int>> ways;
    for (const auto c : choice.members) {
      ways.push_back(shortest_way(net().basic, 2 * c, target));
      length += static_cast<int>(ways.back().size());
    }
    const int number = 80 + surcharge(length);
    if (!found_.add({&kMultiple, 80, number, gone}) || !search_.wants_evidence()) return;
    Step& step = found_.add_step();
    for (const auto& way : ways) {
      step.evidence.proofs.push_back(proof_of(search_.position, net().numbering(), way));
    }
  }

  Search& search_;
  Hints& found_;
  NetRoom<N>& room_;
};

enum class Depth { multiple, dynamic, plus };

template <int N>
void search_nets(Search& search, Depth depth, Hints& found) {
  Nets<N> nets(search, found);
  if (depth == Depth::multiple) nets.multiple();
  if (depth == Depth::dynamic) nets.dynamic();
  if (depth == Depth::plus) nets.plus();
}

bool find_nishio(Search& search) {
  auto& found = search.memory.get<Hints>();
  // Chains that were too hard to be taken before wait in `found`.
  if (found.turn != search.turn || search.keeps_all()) {
    found.restart(search.turn, search.reached);
  }
  search_nishio<kFewWords>(search, found);
  return !search.cut_short && close_hints(search, found);
}

bool find_nets(Search& search, Depth depth) {
  return find_in_net(search, [&]<int N>(Hints& found) { search_nets<N>(search, depth, found); });
}

}  // namespace

std::vector<Finder> forcing_nets() {
  return {finder(kNishio, find_nishio),
          finder(kMultiple, [](Search& search) { return find_nets(search, Depth::multiple); }),
          finder(kDynamic, [](Search& search) { return find_nets(search, Depth::dynamic); }),
          finder(kPlus, [](Search& search) { return find_nets(search, Depth::plus); })};
}

}  // namespace cpsudoku::logic::inline CPSUDOKU_BOARDS
