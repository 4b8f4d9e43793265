#include "fd/making.hpp"

namespace cpsudoku::fd {

namespace {

struct Maker : Making {
  template <class Kind>  // most kinds need nothing but themselves
  std::unique_ptr<Propagator> operator()(const Kind& it) const {
    return make(it);
  }
  std::unique_ptr<Propagator> operator()(const AllDifferent& it) const {
    return make_all_different(it.cells);
  }
  std::unique_ptr<Propagator> operator()(const Pair& it) const { return make_pair(it, shared); }
  std::unique_ptr<Propagator> operator()(const Linear& sum) const {
    Linear it = sum;
    auto groups = groups_of(it, digits, differences);
    return make_sum(std::move(groups), it.relation, std::move(it.totals), digits);
  }
  std::unique_ptr<Propagator> operator()(const Table& it) const { return make_table(it, digits); }
  std::unique_ptr<Propagator> operator()(const Regular& it) const {
    return make_regular(it, shared);
  }
  std::unique_ptr<Propagator> operator()(const Arrangements& it) const {
    const bool is_house = it.cells.size() == static_cast<std::size_t>(digits) &&
                          largest_clique(it.cells, differences).size() == it.cells.size();
    return make_arrangements(it, digits, is_house);
  }
  std::unique_ptr<Propagator> operator()(const Regions& it) const {
    return make_regions(it, digits);
  }
  std::unique_ptr<Propagator> operator()(const And& it) const {
    std::vector<Propagators> one;
    one.push_back(propagators_of({it}, *this));
    return make_disjunction(std::move(one));
  }
  std::unique_ptr<Propagator> operator()(const Or& it) const {
    std::vector<Propagators> parts;
    for (const Formula& part : it.parts) parts.push_back(propagators_of(part, *this));
    return make_disjunction(std::move(parts));
  }
};

void collect(const Formula& formula, const Making& with, Propagators& found) {
  if (const auto* both = std::get_if<And>(&formula.what)) {
    for (const Formula& part : both->parts) collect(part, with, found);
    return;
  }
  const auto scope = scope_of(formula);
  if (scope.size() == 1) {
    found.push_back(make_digits(scope[0], digits_where(formula, scope[0], with.digits)));
  } else if (scope.size() == 2) {
    found.push_back(make_pair(pair_where(formula, scope, with.digits), with.shared));
  } else {
    found.push_back(propagator_of(formula, with));
  }
}

}  // namespace

std::unique_ptr<Propagator> propagator_of(const Formula& formula, const Making& with) {
  return std::visit(Maker{with}, formula.what);
}

Propagators propagators_of(const Formula& formula, const Making& with) {
  Propagators found;
  collect(formula, with, found);
  return found;
}

}  // namespace cpsudoku::fd
