#include "fd/network.hpp"

#include <set>

#include "fd/implied_sums.hpp"
#include "fd/making.hpp"

namespace cpsudoku::fd {

namespace {

// Sums that follow are taken with this many cells, whatever their total is.
constexpr std::size_t kFewCells = 6;

std::vector<Cell> without(const std::vector<Cell>& all, const std::vector<Cell>& some) {
  std::vector<Cell> rest;
  for (const Cell cell : all) {
    if (!contains(some, cell)) rest.push_back(cell);
  }
  return rest;
}

std::vector<const Formula*> addresses(const std::vector<Formula>& formulas) {
  std::vector<const Formula*> found;
  for (const Formula& formula : formulas) found.push_back(&formula);
  return found;
}

// Each two cells, the lower one first.
template <class Use>
void each_pair(const std::vector<Cell>& cells, const Use& use) {
  for (const Cell a : cells) {
    for (const Cell b : cells) {
      if (a < b) use(a, b);
    }
  }
}

}  // namespace

// Builds a network, in the order in which one thing needs another.
class Builder {
 public:
  Builder(Network& network, const Options& options)
      : network_(network),
        options_(options),
        differences_(network.cells_),
        houses_of_(network.cells_) {}

  // (Formulas are not copied, since they may be large; nothing of them is needed afterwards.)
  void build(std::span<const Formula* const> formulas) {
    for (const Formula* formula : formulas) sort(*formula);
    for (const AllDifferent& group : groups_) {
      each_pair(group.cells, [this](Cell a, Cell b) { differences_.add(a, b); });
    }
    find_different_pairs();
    add_sets();
    add_pairs();
    add_houses();
    const Making with{network_.digits_, differences_, shared_};
    add_sums(with);
    add_distributions();
    for (const Formula* formula : others_) {
      if (!is_certain(*formula)) add(propagator_of(*formula, with), 1);
    }
    network_.first_for_subsets_ = network_.propagators_.size();
    if (options_.subsets) add_subsets();
    finish();
  }

 private:
  // Put a formula to its kind.
  void sort(const Formula& formula) {
    if (const auto* both = std::get_if<And>(&formula.what)) {
      for (const Formula& part : both->parts) sort(part);
      return;
    }
    const auto scope = scope_of(formula);
    if (scope.size() == 1) {
      network_.words_[scope[0]] &= digits_where(formula, scope[0], network_.digits_);
    } else if (scope.size() == 2) {
      relate(pair_where(formula, scope, network_.digits_));
      note_sum(formula);
    } else if (const auto* group = std::get_if<AllDifferent>(&formula.what)) {
      groups_.push_back(*group);
    } else if (const auto* sum = std::get_if<Linear>(&formula.what)) {
      sums_.push_back(*sum);
      note_sum(formula);
    } else if (auto counts = counts_of(formula)) {
      counts_[counts->cells].emplace_back(*counts, &formula);
    } else {
      network_.has_regions_ |= std::holds_alternative<Connected>(formula.what) ||
                               std::holds_alternative<Regions>(formula.what);
      others_.push_back(&formula);
    }
  }

  void note_sum(const Formula& formula) {
    const auto* sum = std::get_if<Linear>(&formula.what);
    if (sum == nullptr || sum->relation != Relation::equal || sum->totals.size() != 1) return;
    const bool is_cage = all_of(sum->coefficients, [](std::int64_t factor) { return factor == 1; });
    if (is_cage) cages_.push_back({sum->cells, sum->totals.front()});
  }

  void relate(const Pair& pair) {
    const auto [at, is_new] = pairs_.try_emplace({pair.first, pair.second}, pair.allowed);
    if (is_new) return;
    for (std::size_t d = 0; d < pair.allowed.size(); ++d) at->second[d] &= pair.allowed[d];
  }

  void find_different_pairs() {
    for (const auto& [cells, allowed] : pairs_) {
      bool same = false;
      for (std::size_t d = 0; d < allowed.size(); ++d) same |= allowed[d] >> d & 1;
      if (!same) differences_.add(cells.first, cells.second);
    }
  }

  // Groups whose digits are related pairwise, such as those near one another, have few sets; and where
  // all pairs are related alike, that says all that the pairs do.
  void add_sets() {
    std::vector<std::vector<Cell>> covered;
    for (const AllDifferent& group : groups_) {
      const std::size_t size = group.cells.size();
      if (size < 3 || size > largest_group(network_.digits_)) continue;
      const auto related = related_digits(group.cells);
      if (related.empty()) continue;
      auto sets = make_sets(group_of(group.cells, 1, differences_), related);
      const bool are_tried = covered_by_sets(size, related);
      if (are_tried) tried_.insert(scope_of({group}));
      const bool is_all = are_tried && are_alike(group.cells, related);
      if (is_all) covered.push_back(group.cells);
      add(std::move(sets), is_all ? static_cast<double>(size) : 1);
    }
    for (const auto& cells : covered) {
      each_pair(cells, [this](Cell a, Cell b) { pairs_.erase({a, b}); });
    }
  }

  // Whether all pairs of a group are related like this.
  bool are_alike(const std::vector<Cell>& cells, const std::vector<Mask>& related) const {
    bool are = true;
    each_pair(cells, [&](Cell a, Cell b) {
      const auto& allowed = pairs_.at({a, b});
      for (std::size_t d = 0; d < related.size(); ++d) {
        are = are && ((allowed[d] ^ related[d]) & ~(Mask{1} << d)) == 0;
      }
    });
    return are;
  }

  // For each digit those that may be with it in a group; none where two cells have no relation.
  std::vector<Mask> related_digits(const std::vector<Cell>& cells) const {
    std::vector<Mask> related(static_cast<std::size_t>(network_.digits_), 0);
    for (const Cell a : cells) {
      for (const Cell b : cells) {
        if (a >= b) continue;
        const auto pair = pairs_.find({a, b});
        if (pair == pairs_.end()) return {};
        for (std::size_t d = 0; d < related.size(); ++d) {
          related[d] |= pair->second[d];
          for (const int other : bits(pair->second[d])) related[other] |= Mask{1} << d;
        }
      }
    }
    return related;
  }

  // Whether a formula says no more than that some cells differ which do anyway, or something else.
  bool is_certain(const Formula& formula) const {
    const auto* some = std::get_if<Or>(&formula.what);
    return some != nullptr && any_of(some->parts, [this](const Formula& part) {
             const auto* pair = std::get_if<Pair>(&part.what);
             if (pair == nullptr || !differences_.differ(pair->first, pair->second)) return false;
             const Mask all = all_digits(network_.digits_);
             bool is_free = true;
             for (std::size_t d = 0; d < pair->allowed.size(); ++d) {
               is_free &= (pair->allowed[d] | Mask{1} << d) == all;
             }
             return is_free;
           });
  }

  void add_pairs() {
    const Mask all = all_digits(network_.digits_);
    for (auto& [cells, allowed] : pairs_) {
      const bool different = differences_.differ(cells.first, cells.second);
      bool is_all = true;
      for (std::size_t d = 0; d < allowed.size(); ++d) {
        const Mask most = different ? all & ~(Mask{1} << d) : all;
        allowed[d] &= most;
        is_all &= allowed[d] == most;
      }
      if (!is_all) add(make_pair({cells.first, cells.second, allowed}, shared_), 1);
    }
    for (Cell cell = 0; cell < network_.cells_; ++cell) {
      network_.peers_.push_back(differences_.seers({cell}));
    }
  }

  void add_houses() {
    std::sort(groups_.begin(), groups_.end(),
              [](const AllDifferent& a, const AllDifferent& b) { return a.cells < b.cells; });
    for (const AllDifferent& group : groups_) {
      if (group.cells.size() != static_cast<std::size_t>(network_.digits_)) continue;
      houses_.push_back(group.cells);
      LongBitSet& bits = house_bits_.emplace_back(network_.cells_);
      for (const Cell cell : group.cells) {
        bits.add(cell);
        houses_of_[cell].push_back(house_bits_.size() - 1);
      }
      add(make_house(group.cells, all_digits(network_.digits_)), 0);
    }
  }

  void add_sums(const Making& with) {
    network_.has_sums_ = !sums_.empty();
    for (const CageSum& cage : cages_) {
      if (!covered_by_sets(cage.cells.size(), cage.total, network_.digits_)) continue;
      if (are_different(cage.cells)) tried_.insert(scope_of({AllDifferent{cage.cells}}));
    }
    for (const Linear& sum : sums_) {
      add(propagator_of({sum}, with), 1);
      const bool is_crossing = sum.relation == Relation::equal && !are_different(sum.cells);
      if (is_crossing) network_.crossing_sums_.push_back(sum.cells);
    }
    if (!options_.implied_sums) return;
    for (Linear& sum : implied_sums(houses_, cages_, network_.digits_, network_.cells_)) {
      const auto scope = scope_of({sum});
      if (scope.size() == 1) {
        network_.words_[scope[0]] &= digits_where({sum}, scope[0], network_.digits_);
      } else if (scope.size() == 2) {
        add(make_pair(pair_where({sum}, scope, network_.digits_), shared_), 0);
      } else {
        auto groups = groups_of(sum, network_.digits_, differences_);
        if (!is_worth_it(groups, scope.size(), sum.totals.front())) continue;
        add(make_sum(std::move(groups), sum.relation, std::move(sum.totals), network_.digits_), 0);
      }
    }
  }

  bool are_different(const std::vector<Cell>& cells) const {
    bool are = true;
    each_pair(cells, [&](Cell a, Cell b) { are = are && differences_.differ(a, b); });
    return are;
  }

  // Whether a sum that follows says much for what it costs: it has few cells, or these all differ, or
  // hardly any way to make it.
  bool is_worth_it(const std::vector<SumGroup>& groups, std::size_t cells,
                   std::int64_t total) const {
    return cells <= kFewCells || groups.size() == 1 || is_tight(groups, total, network_.digits_);
  }

  // Counts of several digits in the same cells are one thing; one by itself is propagated as it is.
  void add_distributions() {
    for (const auto& [cells, counts] : counts_) {
      if (counts.size() == 1) {
        others_.push_back(counts.front().second);
        continue;
      }
      std::vector<Word> of_digits(static_cast<std::size_t>(network_.digits_), ~Word{0});
      for (const auto& [one, formula] : counts) of_digits[one.digit] &= one.counts;
      add_distribution(cliques_of(cells, differences_), of_digits, 1);
      for (const auto& family : families_of(houses_)) {
        auto parts = parts_of(cells, family);
        if (!parts.empty()) add_distribution(std::move(parts), of_digits, 0);
      }
    }
  }

  // The cells of each house of a family that has them all; none where it has not.
  static std::vector<std::vector<Cell>> parts_of(const std::vector<Cell>& cells,
                                                 const std::vector<std::vector<Cell>>& family) {
    std::vector<std::vector<Cell>> parts;
    std::size_t found = 0;
    for (const auto& house : family) {
      std::vector<Cell> part;
      for (const Cell cell : house) {
        if (std::binary_search(cells.begin(), cells.end(), cell)) part.push_back(cell);
      }
      found += part.size();
      if (!part.empty()) parts.push_back(std::move(part));
    }
    return found == cells.size() ? parts : std::vector<std::vector<Cell>>{};
  }

  void add_distribution(std::vector<std::vector<Cell>> cliques, const std::vector<Word>& counts,
                        double degree) {
    std::vector<DistributedGroup> groups;
    for (auto& clique : cliques) {
      DistributedGroup group{clique, {}, false};
      for (const auto& house : houses_) {
        auto rest = without(house, clique);
        if (rest.size() + clique.size() != house.size()) continue;
        group.rest = std::move(rest);
        group.in_house = true;
        break;
      }
      groups.push_back(std::move(group));
    }
    add(make_distribution(std::move(groups), counts), degree);
  }

  void add_subsets() {
    for (const AllDifferent& group : groups_) {
      if (!is_part_of_house(group.cells) && !are_sets_tried(group.cells))
        add(make_all_different(group.cells), 0);
    }
    for (const auto& house : houses_) add_two_places(house);
    for (std::size_t i = 0; i < houses_.size(); ++i) {
      for (std::size_t j = i + 1; j < houses_.size(); ++j) add_same_digits(i, j);
    }
  }

  // Cells that are in a house with both are left to `SameDigits`.
  void add_two_places(const std::vector<Cell>& house) {
    const std::size_t n = house.size();
    std::vector<std::vector<Cell>> seers(n * n);
    bool some = false;
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = i + 1; j < n; ++j) {
        auto& found = seers[i * n + j];
        found = outside_seers(house[i], house[j]);
        some |= !found.empty();
      }
    }
    if (some) add(make_two_places(house, std::move(seers)), 0);
  }

  // Cells that differ from two and are in no house with both.
  std::vector<Cell> outside_seers(Cell a, Cell b) const {
    LongBitSet seers = differences_.row(a);
    seers &= differences_.row(b);
    for (const std::size_t h : houses_of_[a]) {
      if (house_bits_[h].has(b)) seers -= house_bits_[h];
    }
    return cells_in(seers);
  }

  // Whether each set of digits that the cells may have is tried by itself: then subsets add little.
  bool are_sets_tried(const std::vector<Cell>& cells) const {
    return tried_.contains(scope_of({AllDifferent{cells}}));
  }

  // A subset of such a group is one of the house, which loses more by it.
  bool is_part_of_house(const std::vector<Cell>& cells) const {
    return any_of(houses_, [&cells](const auto& house) {
      return cells.size() < house.size() && without(cells, house).empty();
    });
  }

  // Houses that share one cell add little: all but one digit is in both rests anyway.
  void add_same_digits(std::size_t i, std::size_t j) {
    LongBitSet both = house_bits_[i];
    both &= house_bits_[j];
    if (both.count() < 2 || both.count() == houses_[i].size()) return;
    add(make_same_digits(without(houses_[i], houses_[j]), without(houses_[j], houses_[i])), 0);
  }

  void add(std::unique_ptr<Propagator> propagator, double degree) {
    for (const Cell cell : propagator->focus()) network_.degrees_[cell] += degree;
    network_.propagators_.push_back(std::move(propagator));
  }

  void finish() {
    network_.houses_ = houses_;
    std::vector<Cost> costs;
    std::vector<std::vector<PropagatorId>> of_cells(network_.cells_);
    for (PropagatorId id = 0; id < network_.propagators_.size(); ++id) {
      Propagator& one = *network_.propagators_[id];
      one.claim(network_.words_);
      costs.push_back(one.cost());
      for (const Cell cell : one.scope()) of_cells[cell].push_back(id);
    }
    network_.subscriptions_.emplace(costs, of_cells);
  }

  Network& network_;
  Options options_;
  Differences differences_;
  Shared shared_;
  std::vector<AllDifferent> groups_;
  std::vector<Linear> sums_;
  std::vector<const Formula*> others_;
  std::vector<CageSum> cages_;
  std::set<std::vector<Cell>> tried_;  // cells of which each set of digits is tried by itself
  std::vector<std::vector<Cell>> houses_;
  std::vector<LongBitSet> house_bits_;               // the cells of each
  std::vector<std::vector<std::size_t>> houses_of_;  // for each cell those with it, by their places
  std::map<std::pair<Cell, Cell>, std::vector<Mask>> pairs_;
  std::map<std::vector<Cell>, std::vector<std::pair<DigitCounts, const Formula*>>> counts_;
};

Network::Network(int digits, std::size_t cells, std::span<const Formula* const> formulas,
                 Options options)
    : digits_(digits), cells_(cells), words_(cells, all_digits(digits)), degrees_(cells, 0) {
  Builder(*this, options).build(formulas);
}

Network::Network(int digits, std::size_t cells, const std::vector<Formula>& formulas,
                 Options options)
    : Network(digits, cells, std::span<const Formula* const>(addresses(formulas)), options) {}

}  // namespace cpsudoku::fd
