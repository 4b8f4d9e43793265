// Every propagator against the plain meaning of what it stands for, over random domains.
//
// The plain form of a constraint is `holds`, asked of all combinations of digits: it says which
// digits a propagator must leave, and, where it promises to be exact, which it must not.  What it
// remembers along a path is held against a twin that begins from scratch in the same domains.
#include "fd/propagator.hpp"

#include <random>
#include <set>

#include "fd/making.hpp"
#include "fd/sampler.hpp"
#include "tests/check.hpp"

using namespace cpsudoku;
using namespace cpsudoku::fd;

namespace {

class Chance {
 public:
  explicit Chance(std::uint64_t seed) : engine_(seed) {}
  int below(int n) { return static_cast<int>(engine_() % static_cast<std::uint64_t>(n)); }
  int from(int low, int high) { return low + below(high - low + 1); }

  std::vector<Cell> cells(std::size_t number, std::size_t of) {
    std::vector<Cell> all(of);
    for (std::size_t i = 0; i < of; ++i) all[i] = static_cast<Cell>(i);
    std::shuffle(all.begin(), all.end(), engine_);
    all.resize(number);
    return all;
  }

 private:
  std::mt19937_64 engine_;
};

constexpr std::size_t kCells = 4;

using Maker = std::function<Formula(Chance&, int digits)>;

Formula some_linear(Chance& chance, int) {
  Linear it{chance.cells(kCells, kCells), {}, static_cast<Relation>(chance.below(4)), {}};
  const bool plain = chance.below(2) == 0;
  for (std::size_t i = 0; i < kCells; ++i) {
    it.coefficients.push_back(plain             ? 1
                              : chance.below(2) ? chance.from(1, 30)
                                                : chance.from(-4, -1));
  }
  const bool is_bound = it.relation == Relation::at_most || it.relation == Relation::at_least;
  for (int n = is_bound ? 1 : chance.from(0, 3); n > 0; --n)
    it.totals.push_back(chance.from(-9, 40));
  return {it};
}

Formula some_table(Chance& chance, int digits) {
  Table it{chance.cells(3, kCells), {}, chance.below(2) == 0};
  for (int n = chance.from(0, it.forbidden ? 70 : 90); n > 0; --n) {
    it.tuples.push_back({chance.below(digits), chance.below(digits), chance.below(digits)});
  }
  return {it};
}

Formula some_regular(Chance& chance, int digits) {
  Automaton automaton{digits, {}, 0, {}};
  const int states = chance.from(1, 4);
  for (int s = 0; s < states; ++s) {
    for (int d = 0; d < digits; ++d) {
      automaton.next.push_back(chance.below(3) == 0 ? -1 : chance.below(states));
    }
    automaton.accepting.push_back(chance.below(2) == 0);
  }
  Regular it{chance.cells(kCells, kCells), std::make_shared<const Automaton>(automaton)};
  if (chance.below(4) == 0) it.cells.push_back(it.cells[0]);
  return {it};
}

Formula some_arrangements(Chance& chance, int digits) {
  Arrangements it{chance.cells(static_cast<std::size_t>(chance.from(1, kCells)), kCells), {}};
  for (int n = chance.from(0, 70); n > 0; --n) {
    auto& way = it.ways.emplace_back();
    for (std::size_t i = 0; i < it.cells.size(); ++i) {
      way.push_back(static_cast<Mask>(chance.below(1 << digits) & chance.below(1 << digits)));
    }
  }
  return {it};
}

Formula some_count(Chance& chance, int digits) {
  return {Count{chance.cells(kCells, kCells), chance.below(1 << digits) & all_digits(digits),
                static_cast<Relation>(chance.below(4)), chance.from(-1, 5)}};
}

Formula some_equal_counts(Chance& chance, int digits) {
  const auto cells = chance.cells(kCells, kCells);
  const auto middle = cells.begin() + chance.from(0, kCells);
  return as_many({cells.begin(), middle}, chance.below(1 << digits) & all_digits(digits),
                 {middle, cells.end()}, chance.below(1 << digits) & all_digits(digits));
}

Formula some_element(Chance& chance, int) {
  return {Element{chance.cells(3, kCells), static_cast<Cell>(chance.below(kCells)),
                  static_cast<Cell>(chance.below(kCells)), chance.from(-1, 1)}};
}

Formula some_pair(Chance& chance, int digits) {
  const auto cells = chance.cells(2, kCells);
  Pair it{cells[0], cells[1], {}};
  for (int d = 0; d < digits; ++d) {
    it.allowed.push_back(static_cast<Mask>(chance.below(1 << digits)));
  }
  return {it};
}

Formula some_different(Chance& chance, int digits) {
  const auto most = std::min<std::size_t>(kCells, static_cast<std::size_t>(digits));
  return {AllDifferent{
      chance.cells(static_cast<std::size_t>(chance.from(2, static_cast<int>(most))), kCells)}};
}

// Counts of several digits in the same cells, which a network takes together.
Formula some_counts(Chance& chance, int digits) {
  const auto cells = chance.cells(static_cast<std::size_t>(chance.from(2, kCells)), kCells);
  And all;
  for (int d = 0; d < digits; ++d) {
    const Mask digit = Mask{1} << d;
    const auto relation = static_cast<Relation>(chance.below(4));
    const Formula one{Count{cells, digit, relation, chance.from(0, 2)}};
    const Formula none{Count{cells, digit, Relation::equal, 0}};
    all.parts.push_back(chance.below(2) == 0 ? one : Formula{Or{{none, one}}});
  }
  return {all};
}

// Any graph on the cells, which needs not be a part of a grid.
Formula some_connected(Chance& chance, int digits) {
  Connected it{chance.cells(static_cast<std::size_t>(chance.from(1, kCells)), kCells),
               {},
               static_cast<Mask>(chance.below(1 << digits)),
               static_cast<std::size_t>(chance.below(4)),
               chance.below(4) == 0};
  it.neighbours.resize(it.cells.size());
  for (std::uint32_t a = 0; a < it.cells.size(); ++a) {
    for (std::uint32_t b = a + 1; b < it.cells.size(); ++b) {
      if (chance.below(5) < 2) continue;
      it.neighbours[a].push_back(b);
      it.neighbours[b].push_back(a);
    }
  }
  return {it};
}

const std::vector<Maker> kLeaves = {
    some_linear,    some_table,  some_regular,   some_count,        some_element,     some_pair,
    some_different, some_counts, some_connected, some_arrangements, some_equal_counts};

Formula some_formula(Chance& chance, int digits, int depth) {
  if (depth == 0 || chance.below(3) > 0) {
    const auto pick = static_cast<std::size_t>(chance.below(static_cast<int>(kLeaves.size())));
    return kLeaves[pick](chance, digits);
  }
  std::vector<Formula> parts;
  for (int n = chance.from(0, 3); n > 0; --n) {
    parts.push_back(some_formula(chance, digits, depth - 1));
  }
  switch (chance.below(3)) {
    case 0: return {And{parts}};
    case 1: return {Or{parts}};
    default: return negated(some_formula(chance, digits, depth - 1), digits);
  }
}

using Grid = std::vector<int>;

// All ways to fill the domains.
void each_grid(const std::vector<Mask>& domains, const std::function<void(const Grid&)>& use) {
  Grid grid(domains.size(), 0);
  std::function<void(std::size_t)> fill = [&](std::size_t cell) {
    if (cell == domains.size()) return use(grid);
    for (const int d : bits(domains[cell])) {
      grid[cell] = d;
      fill(cell + 1);
    }
  };
  fill(0);
}

// The digits that some filling with the formula has; all empty if there is none.
std::vector<Mask> supported(const Formula& formula, const std::vector<Mask>& domains) {
  std::vector<Mask> found(domains.size(), 0);
  each_grid(domains, [&](const Grid& grid) {
    if (!holds(formula, grid)) return;
    for (std::size_t c = 0; c < grid.size(); ++c) found[c] |= Mask{1} << grid[c];
  });
  return found;
}

std::vector<Mask> domains_of(const Store& store, std::size_t cells = kCells) {
  std::vector<Mask> domains;
  for (Cell cell = 0; cell < cells; ++cell) domains.push_back(store[cell]);
  return domains;
}

bool is_subset(const std::vector<Mask>& a, const std::vector<Mask>& b) {
  for (std::size_t c = 0; c < a.size(); ++c) {
    if (a[c] & ~b[c]) return false;
  }
  return true;
}

// What a propagator left is sound: nothing goes that is part of a filling, and dead ends are real;
// and it is decided once all cells are full.
void check_left(const std::vector<Mask>& wanted, const std::vector<Mask>& before, bool possible,
                const std::vector<Mask>& after) {
  CHECK(possible ? is_subset(wanted, after) : wanted[0] == 0);
  const bool is_full = std::all_of(before.begin(), before.end(), is_single);
  CHECK(!is_full || possible == (wanted[0] != 0));
}

// Propagators by themselves, in a store of their own with domains that nobody else waits for.
struct Bench {
  Bench(Propagators some, std::vector<Mask> domains)
      : cells(domains.size()),
        propagators(std::move(some)),
        subscriptions({}, std::vector<std::vector<PropagatorId>>(domains.size())),
        agenda(subscriptions),
        store(words_of(std::move(domains)), agenda) {}

  Bench(const Formula& formula, int digits, std::vector<Mask> domains)
      : Bench(made(formula, digits, domains.size()), domains) {}

  Bench(std::unique_ptr<Propagator> one, std::vector<Mask> domains)
      : Bench(made(std::move(one)), std::move(domains)) {}

  static Propagators made(const Formula& formula, int digits, std::size_t cells) {
    Shared shared;
    return propagators_of(formula, {digits, Differences(cells), shared});
  }

  static Propagators made(std::unique_ptr<Propagator> one) {
    Propagators found;
    found.push_back(std::move(one));
    return found;
  }

  std::vector<Word> words_of(std::vector<Mask> words) {
    for (auto& one : propagators) one->claim(words);
    return words;
  }

  bool propagate() {
    return std::all_of(propagators.begin(), propagators.end(),
                       [this](const auto& one) { return one->propagate(store); });
  }

  bool settle() {
    std::vector<Mask> before;
    do {
      before = domains_of(store, cells);
      if (!propagate()) return false;
    } while (domains_of(store, cells) != before);
    return true;
  }

  std::size_t cells;
  Propagators propagators;
  Subscriptions subscriptions;
  Agenda agenda;
  Store store;
};

// Narrow at random down a path and back, remembering; from scratch beside it.
void check_path(const Formula& formula, int digits, Chance& chance) {
  Bench bench(formula, digits, std::vector<Mask>(kCells, all_digits(digits)));
  Store& store = bench.store;
  const bool is_exact = bench.propagators.size() == 1 && bench.propagators[0]->is_exact();
  for (int step = 0; step < 12; ++step) {
    if (store.depth() > 0 && chance.below(3) == 0) {
      store.pop();
      continue;
    }
    store.push();
    const auto cell = static_cast<Cell>(chance.below(kCells));
    store.narrow(cell, static_cast<Mask>(chance.from(1, (1 << digits) - 1)));
    const auto before = domains_of(store);
    const bool possible = bench.settle();
    const auto wanted = supported(formula, before);
    check_left(wanted, before, possible, domains_of(store));
    CHECK(!possible || !is_exact || (wanted[0] != 0 && domains_of(store) == wanted));

    Bench fresh(formula, digits, before);
    CHECK(fresh.settle() == possible);
    if (possible) CHECK(domains_of(fresh.store) == domains_of(store));
    bench.agenda.clear();
    if (!possible) store.pop();
  }
}

// All solutions of several formulas at once, by search and by trying everything.
void check_search(const std::vector<Formula>& formulas, int digits,
                  const std::vector<Mask>& domains, Chance& chance) {
  const std::size_t cells = domains.size();
  std::vector<Grid> wanted, found;
  each_grid(domains, [&](const Grid& grid) {
    if (holds({And{formulas}}, grid)) wanted.push_back(grid);
  });
  const Options options{chance.below(2) == 0, chance.below(2) == 0};
  const auto network = std::make_shared<const Network>(digits, cells, formulas, options);
  Search search(network, domains, static_cast<std::uint64_t>(chance.below(3)));
  Watch watch;
  while (search.next(watch) == Status::solution) {
    Grid grid;
    for (Cell cell = 0; cell < cells; ++cell) {
      grid.push_back(std::countr_zero(search.domain(cell)));
    }
    found.push_back(grid);
  }
  CHECK(search.exhausted());
  std::sort(found.begin(), found.end());
  CHECK(found == wanted);
}

// The digits of all solutions, with their counts, asked of a sampler in up to three parts: it is
// given solutions and what is settled, as an answer to an easier question would have been, or is
// begun anew.
void check_sampler(const std::vector<Formula>& formulas, int digits, Chance& chance) {
  std::vector<Mask> domains(kCells, all_digits(digits));
  std::map<std::pair<Cell, int>, std::uint32_t> wanted, found;
  std::vector<Grid> grids;
  each_grid(domains, [&](const Grid& grid) {
    if (!holds({And{formulas}}, grid)) return;
    grids.push_back(grid);
    for (Cell cell = 0; cell < kCells; ++cell) ++wanted[{cell, grid[cell]}];
  });
  const auto network = std::make_shared<const Network>(digits, kCells, formulas);
  Sampler sampler(network, domains, static_cast<std::uint64_t>(chance.below(2)));
  if (chance.below(2) == 0 && !grids.empty()) {
    const int digit = grids.front()[0];  // of which it is given all
    for (const Grid& grid : grids) {
      if (grid[0] == digit) sampler.know({grid.begin(), grid.end()});
    }
    sampler.settle(0, Mask{1} << digit);
  }
  const auto most = static_cast<std::uint32_t>(chance.from(1, 6));
  Watch watch;
  if (chance.below(2) == 0) CHECK(sampler.run(1, watch));
  CHECK(sampler.run(most, watch));
  for (const Solution& solution : sampler.solutions()) {
    const Grid grid(solution.begin(), solution.end());
    CHECK(std::find(grids.begin(), grids.end(), grid) != grids.end());
    for (Cell cell = 0; cell < kCells; ++cell) ++found[{cell, grid[cell]}];
  }
  const std::set<Solution> distinct(sampler.solutions().begin(), sampler.solutions().end());
  CHECK(distinct.size() == sampler.solutions().size());
  for (Cell cell = 0; cell < kCells; ++cell) {
    for (int d = 0; d < digits; ++d) {
      const std::pair<Cell, int> candidate{cell, d};
      CHECK(found[candidate] >= std::min(most, wanted[candidate]));
      if (sampler.settled(cell) >> d & 1) CHECK(found[candidate] == wanted[candidate]);
      CHECK(found[candidate] >= most || (sampler.settled(cell) >> d & 1));
    }
  }
}

// One search is asked for each digit of each cell, now with subsets and now without.
void check_asked(const std::vector<Formula>& formulas, int digits, Chance& chance) {
  const std::vector<Mask> domains(kCells, all_digits(digits));
  std::set<std::pair<Cell, int>> wanted;
  each_grid(domains, [&](const Grid& grid) {
    if (!holds({And{formulas}}, grid)) return;
    for (Cell cell = 0; cell < kCells; ++cell) wanted.insert({cell, grid[cell]});
  });
  Search search(std::make_shared<const Network>(digits, kCells, formulas), domains);
  search.complete_sums();
  Watch watch;
  for (Cell cell = 0; cell < kCells; ++cell) {
    for (int d = 0; d < digits; ++d) {
      search.look_for_subsets(chance.below(2) == 0);
      search.ask(cell, Mask{1} << d);
      CHECK((search.next(watch) == Status::solution) == wanted.contains({cell, d}));
    }
  }
}

void check_search(const std::vector<Formula>& formulas, int digits, Chance& chance,
                  std::size_t cells = kCells) {
  std::vector<Mask> domains;
  for (std::size_t c = 0; c < cells; ++c) {
    domains.push_back(static_cast<Mask>(chance.from(1, (1 << digits) - 1)));
  }
  check_search(formulas, digits, domains, chance);
}

// A group whose cells have one relation to one another, and therefore few sets of digits.
void check_related_group(Chance& chance) {
  const int digits = chance.from(4, 5), far = chance.from(1, 4);
  const bool is_rough = chance.below(2) == 0;  // not all pairs alike
  const auto cells = chance.cells(3, kCells);
  std::vector<Formula> formulas{{AllDifferent{cells}}};
  for (std::size_t i = 0; i < cells.size(); ++i) {
    for (std::size_t j = i + 1; j < cells.size(); ++j) {
      Pair pair{cells[i], cells[j], std::vector<Mask>(static_cast<std::size_t>(digits), 0)};
      for (int a = 0; a < digits; ++a) {
        for (int b = 0; b < digits; ++b) {
          const bool fits = (is_rough && chance.below(9) == 0) || std::abs(a - b) <= far;
          pair.allowed[a] |= Mask{fits} << b;
        }
      }
      formulas.push_back({pair});
    }
  }
  check_search(formulas, digits, chance);
}

// Houses that share cells, or of which two differ from a third, and cages from which with them sums follow.
void check_overlapping_houses(Chance& chance) {
  std::vector<Formula> formulas{{AllDifferent{{0, 1, 2, 3}}}, {AllDifferent{{0, 1, 4, 5}}}};
  if (chance.below(2) == 0) formulas.push_back({AllDifferent{chance.cells(3, 6)}});
  for (int n = chance.below(3); n > 0; --n) {
    const auto cells = chance.cells(static_cast<std::size_t>(chance.from(2, 5)), 6);
    const std::vector<std::int64_t> ones(cells.size(), 1);
    formulas.push_back({Linear{cells, ones, Relation::equal, {chance.from(2, 9)}}});
  }
  check_search(formulas, 4, chance, 6);
}

void check_negation(const Formula& formula, int digits) {
  const Formula contrary = negated(formula, digits);
  each_grid(std::vector<Mask>(kCells, all_digits(digits)),
            [&](const Grid& grid) { CHECK(holds(formula, grid) != holds(contrary, grid)); });
}

// Groups of different cells with a sum, and a cell that sees the first group, down a path and back.
void check_cages(Chance& chance) {
  constexpr std::size_t cells = 6;
  const int digits = chance.from(4, 6);
  // The digits that there are besides those in domains: 18 are too many for sixteen bits.
  const int known = chance.below(4) == 0 ? 18 : digits;
  const auto size = static_cast<std::size_t>(chance.from(2, known == digits ? 5 : 3));
  std::vector<SumGroup> groups{{{}, chance.below(4) == 0 ? -2 : 1, {5}, {}}};
  for (Cell cell = 0; cell < size; ++cell) {
    groups[0].cells.push_back(cell);
    groups[0].sees.push_back((all_digits(static_cast<int>(size)) ^ Word{1} << cell) | Word{1} << 5);
  }
  if (chance.below(2) == 0 && size < 4) {
    groups.push_back({{3, 4}, chance.below(3) == 0 ? -1 : chance.from(1, 2), {}, {16, 8}});
  }
  Linear sum{{}, {}, static_cast<Relation>(chance.below(4)), {chance.from(0, 3 * digits)}};
  And meaning;
  for (const SumGroup& group : groups) {
    std::vector<Cell> different = group.cells;
    for (const Cell cell : group.cells) {
      sum.cells.push_back(cell);
      sum.coefficients.push_back(group.coefficient);
    }
    different.insert(different.end(), group.seers.begin(), group.seers.end());
    meaning.parts.push_back({AllDifferent{different}});
  }
  meaning.parts.push_back({sum});
  const auto make = [&] { return make_sum(groups, sum.relation, sum.totals, known); };
  std::vector<Mask> domains(cells, 1);
  for (std::size_t c = 0; c < cells; ++c) {
    const bool is_in =
        c == 5 || std::find(sum.cells.begin(), sum.cells.end(), c) != sum.cells.end();
    if (is_in) domains[c] = all_digits(digits);
  }
  Bench bench(make(), domains);
  for (int step = 0; step < 8; ++step) {
    if (bench.store.depth() > 0 && chance.below(3) == 0) {
      bench.store.pop();
      continue;
    }
    bench.store.push();
    const auto cell = static_cast<Cell>(chance.below(cells));
    bench.store.narrow(cell, static_cast<Mask>(chance.from(1, (1 << digits) - 1)));
    const auto before = domains_of(bench.store, cells);
    const auto wanted = supported({meaning}, before);
    const bool possible = bench.settle();
    const auto after = domains_of(bench.store, cells);
    CHECK(possible ? is_subset(wanted, after) : wanted[0] == 0);

    Bench other(make(), before);
    other.store.push();
    CHECK(other.settle() == possible);
    CHECK(!possible || domains_of(other.store, cells) == after);

    // At the root everything is looked at.
    Bench root(make(), before);
    const bool stands = root.settle();
    const auto strict = domains_of(root.store, cells);
    CHECK(stands ? is_subset(wanted, strict) && is_subset(strict, after) : wanted[0] == 0);
    if (!possible) bench.store.pop();
  }
}

// Four even digits have no odd sum: seen at the root, and below it once they are nearly known.
void check_play() {
  std::vector<SumGroup> groups;
  for (Cell cell = 0; cell < 4; ++cell) groups.push_back({{cell}, 1, {}, {0}});
  Bench bench(make_sum(groups, Relation::equal, {7}, 5), std::vector<Mask>(4, 0b10101));
  CHECK(!bench.propagate());
  bench.store.push();
  CHECK(bench.propagate());
  for (const Cell cell : {0, 1}) bench.store.narrow(cell, 0b00101);
  CHECK(!bench.propagate());
}

// Subsets among more cells than elsewhere, with as many digits or more: just what cannot be goes.
void check_subsets(Chance& chance) {
  const auto cells = static_cast<std::size_t>(chance.from(5, 7));
  const int digits = chance.from(static_cast<int>(cells), 9);
  AllDifferent different;
  std::vector<Mask> domains(cells, 0);
  for (Cell cell = 0; cell < cells; ++cell) {
    different.cells.push_back(cell);
    for (int n = chance.from(2, 4); n > 0; --n) domains[cell] |= Mask{1} << chance.below(digits);
  }
  Bench bench(make_all_different(different.cells), domains);
  const bool possible = bench.propagate();
  const auto wanted = supported({different}, domains);
  CHECK(possible == (wanted[0] != 0));
  CHECK(!possible || domains_of(bench.store, cells) == wanted);
}

// What waits for a cell runs once, the cheap first, and none twice before the others of its cost.
void check_agenda() {
  std::vector<Cost> costs;
  std::vector<PropagatorId> all;
  for (PropagatorId id = 0; id < 300; ++id) {
    costs.push_back(static_cast<Cost>(id % kCosts));
    all.push_back(id);
  }
  const Subscriptions subscriptions(costs, {all, {7}});
  Agenda agenda(subscriptions);
  agenda.changed(0, 3);
  agenda.forget(5);
  std::vector<PropagatorId> order;
  for (PropagatorId id = 0; agenda.next(id);) order.push_back(id);
  CHECK(order.size() == all.size() - 1);
  CHECK(std::is_sorted(order.begin(), order.end(),
                       [&costs](auto a, auto b) { return costs[a] < costs[b]; }));
  agenda.changed(0, 3);
  PropagatorId first = 0, second = 0;
  agenda.next(first);
  agenda.wake(first);
  agenda.next(second);
  CHECK(first != second);
  agenda.clear();
  CHECK(!agenda.next(first));
  agenda.changed(1, 1);
  CHECK(agenda.next(first) && first == 7);
  Cell cell = 0;
  CHECK(agenda.next_fixed(cell) && cell == 1 && !agenda.next_fixed(cell));
}

// A house together with the loss of placed digits, since it never stands by itself.
void check_houses(Chance& chance) {
  std::vector<Mask> domains;
  for (std::size_t c = 0; c < kCells; ++c) domains.push_back(static_cast<Mask>(chance.from(1, 15)));
  const Formula different{AllDifferent{{0, 1, 2, 3}}};
  Bench bench(make_house({0, 1, 2, 3}, 15), domains);
  const bool possible = bench.propagate();
  check_left(supported(different, domains), domains, possible, domains_of(bench.store));
}

// Rank clues on a Latin square of three or four digits of which some cells are known, by search and
// by trying everything; rows and columns are houses, which ranks take for granted.
void check_ranks(Chance& chance) {
  const int n = chance.from(3, 4);
  const auto size = static_cast<std::size_t>(n);
  std::vector<Formula> formulas;
  for (const auto& group : testing::latin(static_cast<std::uint32_t>(n))) {
    formulas.push_back({AllDifferent{group}});
  }
  std::vector<std::vector<std::vector<Cell>>> sides(4, std::vector<std::vector<Cell>>(size));
  for (std::size_t i = 0; i < size; ++i) {
    for (std::size_t j = 0; j < size; ++j) {
      sides[0][i].push_back(static_cast<Cell>(i * size + j));
      sides[1][i].push_back(static_cast<Cell>(i * size + size - 1 - j));
      sides[2][i].push_back(static_cast<Cell>(j * size + i));
      sides[3][i].push_back(static_cast<Cell>((size - 1 - j) * size + i));
    }
  }
  Ranks ranks{sides, chance.below(n), {}};
  const bool ties = chance.below(2) == 0;
  for (int clues = chance.from(1, 2); clues > 0; --clues) {
    ranks.clues.push_back({static_cast<std::size_t>(chance.below(4)),
                           static_cast<std::size_t>(chance.below(n)),
                           static_cast<std::size_t>(chance.below(4)), ties});
  }
  formulas.push_back({ranks});
  Grid solution;
  for (int i = 0; i < n * n; ++i) solution.push_back((i / n + i % n) % n);
  const auto known = chance.cells(n == 3 ? 0 : 8, size * size);
  std::vector<Mask> domains(size * size, all_digits(n));
  for (const Cell cell : known) domains[cell] = Mask{1} << solution[cell];
  check_search(formulas, n, domains, chance);
}

// Count a word up like a number; false after the last one.
bool next_word(std::vector<int>& word, int digits) {
  for (int& digit : word) {
    if (++digit < digits) return true;
    digit = 0;
  }
  return false;
}

// Two lists, compared by counting.
void check_as_many(Chance& chance) {
  const int digits = chance.from(1, 3);
  const auto one = static_cast<Mask>(chance.below(1 << digits));
  const auto other = static_cast<Mask>(chance.below(1 << digits));
  const Formula formula = as_many({0, 1, 2}, one, {3, 4}, other);
  std::vector<int> word(5, 0);
  do {
    int left = 0, right = 0;
    for (int i = 0; i < 5; ++i) (i < 3 ? left : right) += (i < 3 ? one : other) >> word[i] & 1;
    CHECK(holds(formula, word) == (left == right));
  } while (next_word(word, digits));
}

// An automaton of given steps, and unrolled, takes the words that the steps do; of the states
// before a cell no two have the same steps, all are reached, and from all some word is taken.
void check_automaton(Chance& chance) {
  const int digits = chance.from(1, 3), first = chance.from(-2, 2), states = chance.from(1, 5);
  const std::int64_t far = chance.below(2) == 0 ? 1 : std::int64_t{1} << 40;
  std::map<std::pair<std::int64_t, std::int64_t>, std::int64_t> after;
  std::vector<NumberedStep> steps;
  std::vector<std::int64_t> accepting;
  for (std::int64_t s = 0; s < states; ++s) {
    for (int d = -1; d <= digits; ++d) {  // also of digits that cells never have
      if (chance.below(3) == 0) continue;
      steps.push_back({s * far, first + d, chance.below(states) * far});
      after[{s * far, first + d}] = steps.back()[2];
    }
    if (chance.below(2) == 0) accepting.push_back(s * far);
  }
  const std::int64_t start = chance.below(states) * far;
  const auto automaton =
      std::make_shared<const Automaton>(automaton_of(start, steps, accepting, first, digits));
  const auto length = static_cast<std::size_t>(chance.from(0, 4));
  const auto layers = unrolled(*automaton, length);
  CHECK(layers.size() == length + 1);
  std::vector<std::set<std::uint32_t>> met(length + 1), taken(length + 1);
  std::vector<Cell> cells;
  for (Cell cell = 0; cell < length; ++cell) cells.push_back(cell);
  std::vector<int> word(length, 0);
  do {
    std::optional<std::int64_t> state = start;
    std::vector<std::uint32_t> path(layers[0].size(), 0);
    for (std::size_t i = 0; i < length; ++i) {
      const auto next = state ? after.find({*state, first + word[i]}) : after.end();
      state = next == after.end() ? std::nullopt : std::optional(next->second);
      if (path.size() == i + 1) {
        met[i].insert(path[i]);
        for (const LayerStep& step : layers[i][path[i]]) {
          if (step.digits >> word[i] & 1) path.push_back(step.state);
        }
      }
    }
    const bool is_taken =
        state && std::find(accepting.begin(), accepting.end(), *state) != accepting.end();
    CHECK(is_taken == holds({Regular{cells, automaton}}, word));
    CHECK(is_taken == (path.size() == length + 1));
    if (path.size() == length + 1) met[length].insert(path[length]);
    for (std::size_t i = 0; is_taken && i <= length; ++i) taken[i].insert(path[i]);
  } while (next_word(word, digits));
  for (std::size_t i = 0; i <= length; ++i) {
    CHECK(met[i].size() == layers[i].size() && taken[i].size() == layers[i].size());
    std::set<std::vector<std::pair<std::uint32_t, Mask>>> different;
    for (std::uint32_t s = 0; s < layers[i].size(); ++s) {
      std::vector<std::pair<std::uint32_t, Mask>> own;
      for (const auto& [digits_of, state] : layers[i][s]) own.emplace_back(state, digits_of);
      CHECK(different.insert(own).second);
    }
  }
}

// Four cells and their regions, of which some are known, by search and by trying everything.
void check_regions(Chance& chance) {
  const int digits = chance.from(2, 3);
  const auto count = static_cast<std::size_t>(chance.from(1, 2));
  const auto size = chance.below(4) == 0 ? static_cast<std::size_t>(chance.from(1, 2)) : 4 / count;
  if (size > static_cast<std::size_t>(digits)) return;
  std::vector<Formula> formulas{{Regions{{0, 1, 2, 3}, {{4, 5, 6, 7}}, count, size}}};
  check(formulas[0], digits, 8);
  std::vector<Mask> domains;
  for (int i = 0; i < 8; ++i)
    domains.push_back(static_cast<Mask>(chance.from(1, (1 << digits) - 1)));
  check_search(formulas, digits, domains, chance);
  Bench bench(formulas[0], digits, domains);
  const bool possible = bench.propagate();
  check_left(supported(formulas[0], domains), domains, possible, domains_of(bench.store, 8));
}

// Six cells in a grid of two rows, or what is left of it, and their regions by one or two names.
Regions some_regions(Chance& chance) {
  const auto size = static_cast<std::size_t>(chance.from(1, 3));
  Regions it{{0, 1, 2, 3, 4, 5}, {{6, 7, 8, 9, 10, 11}}, 6 / size, size};
  if (chance.below(2) == 0) it.names.push_back({12, 13, 14, 15, 16, 17});
  it.neighbours.resize(6);
  for (std::uint32_t a = 0; a < 6; ++a) {
    for (std::uint32_t b = a + 1; b < 6; ++b) {
      const bool touch = (b == a + 1 && b != 3) || b == a + 3;
      if (!touch || chance.below(12) == 0) continue;
      it.neighbours[a].push_back(b);
      it.neighbours[b].push_back(a);
    }
  }
  if (chance.below(4) == 0) it.neighbours.clear();
  if (chance.below(4) == 0) {
    const auto pair = chance.cells(2, 6);
    (chance.below(2) == 0 ? it.together : it.apart).emplace_back(pair[0], pair[1]);
  }
  for (int n = chance.below(3); n > 0; --n) {
    Regions::Clue clue{static_cast<Regions::Kind>(chance.below(3)),
                       static_cast<Cell>(chance.below(8)),
                       chance.from(0, 2),
                       {}};
    const auto read = chance.cells(static_cast<std::size_t>(chance.from(1, 6)), 6);
    clue.arms.emplace_back(read.begin(), read.end());
    if (clue.kind == Regions::Kind::run && read.size() > 2 && chance.below(2) == 0) {
      clue.arms.push_back({read[0], read.back()});
      clue.arms[0].pop_back();
    }
    it.clues.push_back(clue);
  }
  return it;
}

// Let domains have what makes a random cut hold: digits that differ, and clues that are true.
void follow_solution(Regions& it, int digits, std::vector<Mask>& domains, Chance& chance) {
  std::vector<std::size_t> order;
  for (const Cell place : chance.cells(6, 6)) order.push_back(place);
  if (chance.below(2) == 0) std::sort(order.begin(), order.end());
  for (std::size_t i = 0; i < 6; ++i) {
    const Mask name = Mask{1} << (i / it.size);
    domains[order[i]] |= Mask{1} << (i % it.size);
    for (const auto& names : it.names) {
      domains[names[order[i]]] |= name;
      if (chance.below(2) == 0) domains[names[order[i]]] = name;
    }
  }
  for (auto& clue : it.clues) {
    if (clue.control >= 6) continue;
    if (chance.below(2) == 0) domains[clue.control] = all_digits(digits);
  }
}

// Regions that hang together, with clues, down a path of random choices: against all that holds, and
// what was remembered against a twin that begins from scratch.
void check_partition(Chance& chance) {
  Regions it = some_regions(chance);
  const int digits = std::max(chance.from(2, 4), static_cast<int>(std::max(it.count, it.size)));
  const Formula formula{it};
  const std::size_t cells = 6 * (it.names.size() + 1);
  check(formula, digits, cells);
  // Each grid that holds would be too many to try: names are those of one cut, and digits are few.
  std::vector<Mask> domains(cells, 0);
  for (Cell cell = 0; cell < cells; ++cell) {
    const auto most = cell < 6 ? static_cast<std::size_t>(digits) : it.count;
    domains[cell] = Mask{1} << chance.below(static_cast<int>(most));
    domains[cell] |= Mask{1} << chance.below(static_cast<int>(most));
  }
  for (std::size_t one = 0; cells > 12 && one < 4; ++one) {
    domains[chance.from(12, 17)] = Mask{1};
  }
  if (chance.below(3) > 0) follow_solution(it, digits, domains, chance);
  std::size_t ways = 1;
  for (const Mask mask : domains) ways *= static_cast<std::size_t>(std::popcount(mask));
  if (ways > 4000) return;
  check_search({formula}, digits, domains, chance);
  Bench bench(formula, digits, domains);
  Store& store = bench.store;
  for (int step = 0; step < 6; ++step) {
    store.push();
    const auto cell = static_cast<Cell>(chance.below(static_cast<int>(cells)));
    if (step > 0) store.narrow(cell, static_cast<Mask>(chance.from(1, (1 << digits) - 1)));
    const auto before = domains_of(store, cells);
    const bool possible = bench.propagate();
    const auto after = domains_of(store, cells);
    check_left(supported(formula, before), before, possible, after);

    Bench other(formula, digits, before);
    CHECK(other.propagate() == possible);
    CHECK(!possible || domains_of(other.store, cells) == after);
    if (!possible || chance.below(3) == 0) store.pop();
  }
}

void check_contract(const char* path) {
  std::vector<Formula> formulas;
  for (const auto& group : testing::sudoku(3, 3)) formulas.push_back({AllDifferent{group}});
  const auto network = std::make_shared<const Network>(9, 81, formulas);
  for (const auto& puzzle : testing::contract(path)) {
    Search search(network, testing::masks_of(puzzle.digits.data()));
    CHECK(testing::count(search) == puzzle.count);
  }
}

}  // namespace

int main(int, char** argv) {
  check_agenda();
  check_play();
  for (std::uint64_t seed = 0; seed < 2000; ++seed) {
    Chance chance(seed);
    const int digits = chance.from(2, 5);
    const Formula formula = some_formula(chance, digits, 2);
    check(formula, digits, kCells);
    check_negation(formula, digits);
    check_path(formula, digits, chance);
    std::vector<Formula> formulas;
    for (int n = chance.from(1, 4); n > 0; --n) {
      formulas.push_back(some_formula(chance, digits, 2));
    }
    check_search(formulas, digits, chance);
    check_sampler(formulas, digits, chance);
    check_asked(formulas, digits, chance);
    check_houses(chance);
    if (seed % 4 == 0) check_cages(chance);
    if (seed % 4 == 1) check_subsets(chance);
    check_overlapping_houses(chance);
    check_related_group(chance);
    check_regions(chance);
    check_automaton(chance);
    if (seed % 2 == 0) check_partition(chance);
    check_as_many(chance);
    if (seed % 40 == 0) check_ranks(chance);
  }
  check_contract(argv[1]);
  std::cout << "propagators are sound, decided, and exact where they say so\n";
}
