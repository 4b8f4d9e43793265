#include "logic/techniques/tabled_loops.hpp"

#include "logic/registry.hpp"
#include "logic/techniques/chain_steps.hpp"
#include "logic/techniques/derivation.hpp"
#include "logic/techniques/tables.hpp"

namespace cpsudoku::logic::inline CPSUDOKU_BOARDS {
namespace {

constexpr int kShortest = 3;          // links of a loop or chain
constexpr int kLargestTabledSet = 8;  // cells of an almost locked set in a table

// A way in a table that was found to exclude something; its links are made when it is chosen.
struct TabledLoop {
  Chain chain;
  std::size_t length;
  bool forced;  // a loop through a cell that a set forces
};

// Goes through the tables of one graph.
//
// A way that comes back to the cell of its premise is a loop: discontinuous, if the two digits or the
// two links at that cell refute something there, or continuous, if the cell passes the alternation on.
// A way to another cell is a chain whose ends exclude together.  Ways that come twice through a cell
// between are left out, as HoDoKu leaves them out.
class LoopSearch {
 public:
  LoopSearch(const Arcs& arcs, const LoopNames& plain, const LoopNames& grouped)
      : arcs_(arcs), graph_(arcs.graph()), plain_(plain), grouped_(grouped) {}

  // Every candidate's two tables are looked at once: first those of "true" for all of them.
  void look_at_loops(const Table& table, Literal premise) {
    const auto& entries = table.entries();
    for (int i = 1; i < static_cast<int>(entries.size()); ++i) {
      const auto& [literal, parent, distance, through, direct] = entries[i];
      if (node(literal).only != node(premise).only || node(literal).set >= 0) continue;
      if (distance >= kShortest) close_loop(table, i);
    }
  }

  void look_at_ends(const Table& table, Literal premise) {
    const auto& start = node(premise);
    const auto& entries = table.entries();
    for (int i = 1; i < static_cast<int>(entries.size()); ++i) {
      const auto& [literal, parent, distance, through, direct] = entries[i];
      const auto& end = node(literal);
      if (!truth_of(literal) || end.only < 0 || end.set >= 0 || end.only == start.only) continue;
      if (distance < kShortest) continue;
      gone_.clear();
      if (start.digit == end.digit) {
        // A single elimination is left to the loop that begins at it.
        const auto gone = start.excluded & end.excluded;
        if (gone.count() < 2) continue;
        Step::add_candidates(gone, start.digit, gone_);
      } else {
        if (!position().houses().see(start.only, end.only)) continue;
        if (!position().has(end.only, start.digit) || !position().has(start.only, end.digit))
          continue;
        gone_ = {Step::candidate(start.only, end.digit), Step::candidate(end.only, start.digit)};
      }
      if (way_to(table, i, false)) add(table, i, Shape::ends);
    }
  }

  std::vector<TabledLoop>& found() { return found_; }

 private:
  const Position& position() const { return graph_.position(); }
  const Node& node(Literal literal) const { return graph_[node_of(literal)]; }
  Cell cell(Literal literal) const { return arcs_.cell(node_of(literal)); }
  Digit digit(Literal literal) const { return node(literal).digit; }

  // Makes the way to an entry; returns whether it may be used.
  bool way_to(const Table& table, int entry, bool loop) {
    table.path(entry, entries_);
    if (entries_.empty()) return false;
    way_.clear();
    through_.clear();
    for (const int i : entries_) {
      way_.push_back(table.entries()[i].literal);
      through_.push_back(table.entries()[i].through);
    }
    const std::size_t last = way_.size() - 1;
    if (loop && (cell(way_[0]) == cell(way_[1]) || cell(way_[last]) == cell(way_[last - 1])))
      return false;
    return !twice_through_a_cell(loop);
  }

  bool twice_through_a_cell(bool loop) const {
    CellSet seen;
    const Cell first = cell(way_.front());
    for (std::size_t i = 0; i < way_.size(); ++i) {
      if (seen.has(cell(way_[i]))) return true;
      // The cell before may be the same: two of its digits follow one another.
      if (i == 0 || (loop && cell(way_[i - 1]) == first)) continue;
      const auto& before = node(way_[i - 1]);
      seen |= before.set >= 0 ? graph_.sets()[before.set].cells : before.cells;
    }
    return false;
  }

  void close_loop(const Table& table, int entry) {
    if (!way_to(table, entry, true)) return;
    gone_.clear();
    const Literal premise = way_.front(), end = way_.back();
    const bool first_strong = !truth_of(premise), last_strong = truth_of(end);
    const bool same = digit(premise) == digit(end);
    const Cell start = cell(premise);
    if (!first_strong && !last_strong && same) {
      gone_ = {Step::candidate(start, digit(premise))};
    } else if (first_strong && last_strong && same) {
      exclude_digits(start, ~bit(digit(premise)));
    } else if (first_strong != last_strong && !same) {
      gone_ = {Step::candidate(start, first_strong ? digit(end) : digit(premise))};
    } else {
      const bool bivalue = count(position().candidates(start)) == 2;
      if (first_strong == last_strong && !first_strong && !bivalue) return;
      close_circle(table, entry);
      return;
    }
    if (!gone_.empty()) add(table, entry, Shape::contradiction);
  }

  void close_circle(const Table& table, int entry) {
    cells_.clear();
    for (const Literal at : way_) {
      const auto& n = node(at);
      cells_ |= n.set >= 0 ? graph_.sets()[n.set].cells : n.cells;
    }
    exclude_in_circle();
    sort_candidates(gone_);
    if (!gone_.empty()) add(table, entry, Shape::loop);
  }

  void exclude_in_circle() {
    const std::size_t last = way_.size() - 1;
    if (!truth_of(way_[0]) && truth_of(way_[last])) {
      exclude_digits(cell(way_[0]), ~(bit(digit(way_[0])) | bit(digit(way_[last]))));
    }
    for (std::size_t i = 1; i <= last; ++i) {
      const bool came = cell(way_[i - 1]) != cell(way_[i]);
      // A cell that is entered and left by strong links: it keeps these two digits.
      if (truth_of(way_[i]) && came && i + 2 <= last && !truth_of(way_[i + 1]) &&
          cell(way_[i + 1]) == cell(way_[i]) && truth_of(way_[i + 2]) &&
          cell(way_[i + 2]) != cell(way_[i + 1])) {
        exclude_digits(cell(way_[i]), ~(bit(digit(way_[i])) | bit(digit(way_[i + 2]))));
      }
      if (!truth_of(way_[i]) && came) exclude_between(i);
    }
  }

  // What sees both ends of a weak link.
  void exclude_between(std::size_t i) {
    const Digit d = digit(way_[i]);
    const int before = through_[i] >= 0 ? through_[i] : node_of(way_[i - 1]);
    Step::add_candidates((graph_[before].excluded & node(way_[i]).excluded) - cells_, d, gone_);
    if (node(way_[i]).set >= 0) exclude_by_set(i);
  }

  // The digits that the set keeps in any case: all but those by which it is entered and left.
  void exclude_by_set(std::size_t i) {
    const auto& set = graph_.sets()[node(way_[i]).set];
    const auto excluded = [&](Digit d) {
      return position().seen_by_all(set.cells & position().cells(d), d);
    };
    Mask used = bit(digit(way_[i]));
    if (i + 1 < way_.size() && through_[i + 1] == kForced) {
      // The set leaves by all other digits of the cell, each of which is in the set or in the cell.
      const Cell cell = this->cell(way_[i + 1]);
      const Mask out = position().candidates(cell) & ~bit(digit(way_[i + 1]));
      used |= out;
      for (const Digit d : bits(out)) {
        Step::add_candidates(excluded(d) & position().houses().peers(cell), d, gone_);
      }
    } else if (i + 1 < way_.size()) {
      used |= bit(digit(way_[i + 1]));
    }
    for (const Digit d : bits(set.digits & ~used)) Step::add_candidates(excluded(d), d, gone_);
  }

  void exclude_digits(Cell cell, Mask digits) {
    Step::add_candidates(cell, position().candidates(cell) & digits, gone_);
  }

  void add(const Table& table, int entry, Shape shape) {
    const bool grouped =
        any_of(way_, [&](Literal at) { return node(at).only < 0 || node(at).set >= 0; });
    const LoopNames& names = grouped ? grouped_ : plain_;
    const Technique* technique = shape == Shape::ends   ? names.ends
                                 : shape == Shape::loop ? names.continuous
                                                        : names.discontinuous;
    if (!technique) return;
    sort_candidates(gone_);
    for (const auto& old : found_) {
      if (old.chain.technique == technique && old.length <= way_.size() &&
          old.chain.eliminations == gone_)
        return;
    }
    const bool forced = shape == Shape::loop && contains(through_, kForced);
    found_.push_back(
        {{technique, shape, closed(table.literals(entry), shape), {}, gone_}, way_.size(), forced});
  }

  // The way as its proof has it: "ends" and "loop" begin with something false and end with what is true.
  std::vector<Literal> closed(std::vector<Literal> path, Shape shape) const {
    if (shape == Shape::ends) return path;
    const Literal first = path.front(), last = path.back();
    const bool same = node_of(first) == node_of(last);
    if (shape == Shape::contradiction) {
      if (same) return path;
      if (truth_of(first)) path.push_back(first ^ 1);             // … b true, so a false
      if (!truth_of(first)) path.insert(path.begin(), last ^ 1);  // b true, so a false …
      return path;
    }
    if (same && truth_of(first)) path.erase(path.begin());
    if (same && !truth_of(first)) path.pop_back();
    if (!same && truth_of(first)) {
      path.push_back(first);
      path.erase(path.begin());
    }
    return path;
  }

  const Arcs& arcs_;
  const LinkGraph& graph_;
  LoopNames plain_;
  LoopNames grouped_;
  std::vector<int> entries_;  // of the way
  std::vector<Literal> way_;  // premise first
  std::vector<int> through_;  // of each literal of the way: the node that a set kept before it
  CellSet cells_;             // of all of the way
  std::vector<Candidate> gone_;
  std::vector<TabledLoop> found_;
};

struct LoopMemory {
  LinkGraph graph;
  Arcs arcs;
  Table table;
};

// A loop through a cell that a set forces is not a chain backward: each elimination is refuted instead.
bool close_refuted(Search& search, const LinkGraph& graph, const Chain& loop) {
  Derivation derivation(graph);
  Step& step = search.begin(*loop.technique);
  for (const Candidate& gone : loop.eliminations) {
    derivation.run(literal(graph.node(gone.cell, gone.digit), true));
    const Literal end = derivation.refuted();
    if (end < 0) return false;
    step.eliminations.push_back(gone);
    if (!search.wants_evidence()) continue;
    Step part;
    part.technique = technique_named("forcing net contradiction");
    part.eliminations = {gone};
    part.evidence.proofs = {derivation.proof({end ^ 1, end})};
    for (auto& line : part.evidence.proofs[0]) {
      if (line.reason != Reason::set) continue;
      part.evidence.sets.push_back(as_evidence(graph.sets()[line.number]));
      line.number = static_cast<int>(part.evidence.sets.size()) - 1;
    }
    step.evidence.inner.push_back(std::move(part));
  }
  return search.close();
}

}  // namespace

bool find_tabled_loops(Search& search, bool groups, const LoopNames& plain,
                       const LoopNames& grouped) {
  auto& memory = search.memory.get<LoopMemory>();
  std::vector<AlmostLocked> sets;
  const bool with_sets = groups && search.options.locked_set_nodes;
  if (with_sets) sets = almost_locked_sets(search.position, 2, kLargestTabledSet);
  memory.graph.build(search.position, {.groups = groups, .sets = with_sets, .overlap = false},
                     sets);
  memory.arcs.build(memory.graph);
  LoopSearch loops(memory.arcs, plain, grouped);
  std::vector<int> candidates;
  for (int i = 0; i < memory.graph.size(); ++i) {
    if (memory.graph[i].only >= 0 && memory.graph[i].set < 0) candidates.push_back(i);
  }
  for (const int i : candidates) {
    if (search.expired()) return false;
    memory.table.fill(memory.arcs, literal(i, true));
    loops.look_at_loops(memory.table, literal(i, true));
  }
  std::vector<TabledLoop> ends;  // come after all loops
  for (const int i : candidates) {
    if (search.expired()) return false;
    memory.table.fill(memory.arcs, literal(i, false));
    loops.look_at_loops(memory.table, literal(i, false));
    std::swap(ends, loops.found());
    loops.look_at_ends(memory.table, literal(i, false));
    std::swap(ends, loops.found());
  }
  auto& found = loops.found();
  found.insert(found.end(), ends.begin(), ends.end());
  sort_by_rank(found, [](const TabledLoop& loop) { return rank_of(loop.chain.eliminations); });
  ChainSteps steps(search, memory.graph);
  for (auto& [chain, length, forced] : found) {
    chain.links.resize(chain.path.size());
    for (std::size_t i = 1; i < chain.path.size(); ++i) {
      chain.links[i] = memory.arcs.link(chain.path[i - 1], chain.path[i]);
    }
    if (forced ? close_refuted(search, memory.graph, chain) : steps.close(chain)) return true;
  }
  return false;
}

}  // namespace cpsudoku::logic::inline CPSUDOKU_BOARDS
