#include "wasm/board.hpp"

#include "core/verify.hpp"

namespace cpsudoku::wasm {

namespace {

using Cells = std::vector<fd::Cell>;

constexpr std::int64_t kMostCells = 1024;

logic::Kind kind_named(const std::string& name) {
  if (name == "row") return logic::Kind::row;
  if (name == "column") return logic::Kind::column;
  if (name == "box") return logic::Kind::box;
  if (name == "other") return logic::Kind::other;
  throw std::invalid_argument("expected row, column, box or other");
}

fd::Relation relation_named(const std::string& name) {
  if (name == "=") return fd::Relation::equal;
  if (name == "!=") return fd::Relation::unequal;
  if (name == "<=") return fd::Relation::at_most;
  if (name == ">=") return fd::Relation::at_least;
  throw std::invalid_argument("expected = != <= or >=");
}

fd::Formula connected(const Json& it) {
  std::vector<std::pair<fd::Cell, fd::Cell>> neighbours;
  for (const Json& pair : it.at(2).list()) {
    const auto ends = numbers<fd::Cell>(pair);
    neighbours.emplace_back(ends.at(0), ends.at(1));
  }
  return fd::connected(numbers<fd::Cell>(it.at(1)), neighbours,
                       static_cast<fd::Mask>(it.at(3).number()),
                       static_cast<std::size_t>(it.at(4).number()));
}

fd::Formula regular(const Json& it, int digits) {
  std::vector<fd::NumberedStep> steps;
  for (const Json& step : it.at(3).list()) {
    steps.push_back({step.at(0).number(), step.at(1).number(), step.at(2).number()});
  }
  const auto ends = numbers<std::int64_t>(it.at(4));
  return fd::Formula{fd::Regular{numbers<fd::Cell>(it.at(1)),
                                 std::make_shared<const fd::Automaton>(
                                     fd::automaton_of(it.at(2).number(), steps, ends, 0, digits))}};
}

fd::Formula formula_of(const Json& it, int digits);

std::vector<fd::Formula> formulas_of(const Json& list, int digits) {
  std::vector<fd::Formula> found;
  for (const Json& one : list.list()) found.push_back(formula_of(one, digits));
  return found;
}

fd::Formula table(const Json& it) {
  fd::Table found{numbers<fd::Cell>(it.at(1)), {}, false};
  for (const Json& tuple : it.at(2).list()) found.tuples.push_back(numbers<int>(tuple));
  return fd::Formula{found};
}

fd::Formula formula_of(const Json& it, int digits) {
  const std::string& name = it.at(0).words();
  if (name == "rank") return fd::Formula{fd::And{formulas_of(it.at(4), digits)}};
  if (name == "and") return fd::Formula{fd::And{formulas_of(it.at(1), digits)}};
  if (name == "or") return fd::Formula{fd::Or{formulas_of(it.at(1), digits)}};
  if (name == "not") return fd::negated(formula_of(it.at(1), digits), digits);
  if (name == "table") return table(it);
  if (name == "regular") return regular(it, digits);
  if (name == "connected") return connected(it);
  if (name == "pair") {
    return fd::Formula{fd::Pair{static_cast<fd::Cell>(it.at(1).number()),
                                static_cast<fd::Cell>(it.at(2).number()),
                                numbers<fd::Mask>(it.at(3))}};
  }
  Cells cells = numbers<fd::Cell>(it.at(1));
  if (name == "different") return fd::Formula{fd::AllDifferent{std::move(cells)}};
  if (name == "linear") {
    return fd::Formula{fd::Linear{std::move(cells), numbers<std::int64_t>(it.at(2)),
                                  relation_named(it.at(3).words()),
                                  numbers<std::int64_t>(it.at(4))}};
  }
  if (name == "count") {
    return fd::Formula{fd::Count{std::move(cells), static_cast<fd::Mask>(it.at(2).number()),
                                 relation_named(it.at(3).words()), it.at(4).number()}};
  }
  if (name == "element") {
    return fd::Formula{fd::Element{std::move(cells), static_cast<fd::Cell>(it.at(2).number()),
                                   static_cast<fd::Cell>(it.at(3).number()), it.at(4).number()}};
  }
  throw std::invalid_argument("there is no formula " + name);
}

using Sides = std::vector<std::vector<Cells>>;

// Rows and columns as they are read from each side; empty where some are not houses.
Sides sides_of(const std::vector<logic::GroupData>& groups, int digits) {
  Sides found(4);
  const auto size = static_cast<std::size_t>(digits);
  for (const auto& group : groups) {
    if (group.cells.size() != size) continue;
    if (group.kind != logic::Kind::row && group.kind != logic::Kind::column) continue;
    const std::size_t side = group.kind == logic::Kind::row ? 0 : 2;
    found[side].emplace_back(group.cells.begin(), group.cells.end());
    found[side + 1].emplace_back(group.cells.rbegin(), group.cells.rend());
  }
  const bool are_all = found[0].size() == size && found[2].size() == size;
  return are_all ? found : Sides{};
}

// The ranks among some formulas by their digits: all of a digit together say more than each alone.
std::map<int, fd::Ranks> ranks_in(const Json& formulas, const Sides& sides) {
  std::map<int, fd::Ranks> found;
  for (const Json& it : formulas.list()) {
    if (it.at(0).words() != "rank") continue;
    const auto cells = numbers<fd::Cell>(it.at(1));
    const auto rank = it.at(2).number() - 1;
    if (rank < 0) throw std::invalid_argument("a rank is at least 1");
    const auto digit = static_cast<int>(rank / 4);
    bool is_there = false;
    for (std::size_t side = 0; side < sides.size(); ++side) {
      const auto line = std::find(sides[side].begin(), sides[side].end(), cells);
      if (line == sides[side].end()) continue;
      is_there = true;
      auto& ranks = found.try_emplace(digit, fd::Ranks{sides, digit, {}}).first->second;
      ranks.clues.push_back({side, static_cast<std::size_t>(line - sides[side].begin()),
                             static_cast<std::size_t>(rank % 4), it.at(3).number() != 0});
    }
    if (!is_there) return {};
  }
  return found;
}

// All that must hold beside the groups.
std::vector<fd::Formula> others_of(const Json& formulas,
                                   const std::vector<logic::GroupData>& groups, int digits) {
  std::vector<fd::Formula> found;
  const auto ranks = ranks_in(formulas, sides_of(groups, digits));
  for (const auto& [digit, of_digit] : ranks) found.push_back(fd::Formula{of_digit});
  for (const Json& it : formulas.list()) {
    if (ranks.empty() || it.at(0).words() != "rank") found.push_back(formula_of(it, digits));
  }
  return found;
}

// Rows, columns and boxes of 9×9, each once in any order.
bool are_usual(const std::vector<logic::GroupData>& groups) {
  std::vector<std::vector<std::uint16_t>> cells;
  for (const auto& group : groups) cells.emplace_back(group.cells.begin(), group.cells.end());
  return Groups(9, cells).classic();
}

int checked(std::int64_t number, std::int64_t most) {
  if (number < 1 || number > most) throw std::invalid_argument("the board is too big, or empty");
  return static_cast<int>(number);
}

}  // namespace

Board::Board(const Json& data)
    : digits_(checked(data.at("digits").number(), logic::kMostDigits)),
      cells_(static_cast<std::size_t>(checked(data.at("cells").number(), kMostCells))) {
  for (const Json& group : data.at("groups").list()) {
    logic::GroupData one{{}, kind_named(group.at(0).words())};
    for (std::size_t i = 1; i < group.list().size(); ++i) {
      const auto cell = group.at(i).number();
      if (cell < 0 || cell >= static_cast<std::int64_t>(cells_)) {
        throw std::invalid_argument("a group has a cell that is not there");
      }
      one.cells.push_back(static_cast<logic::Cell>(cell));
    }
    if (one.cells.size() > static_cast<std::size_t>(digits_)) {
      throw std::invalid_argument("a group has more cells than there are digits");
    }
    groups_.push_back(std::move(one));
  }
  if (const Json* others = data.find("formulas")) formulas_ = others_of(*others, groups_, digits_);
  for (const auto& formula : formulas_) fd::check(formula, digits_, cells_);
  is_classic_ = digits_ == 9 && cells_ == 81 && formulas_.empty() && are_usual(groups_);
}

const std::shared_ptr<const fd::Network>& Board::network() const {
  if (!network_) {
    std::vector<fd::Formula> all;
    for (const auto& group : groups_) {
      all.push_back({fd::AllDifferent{{group.cells.begin(), group.cells.end()}}});
    }
    all.insert(all.end(), formulas_.begin(), formulas_.end());
    network_ = std::make_shared<const fd::Network>(digits_, cells_, all);
  }
  return network_;
}

const logic::Engine& Board::engine() const {
  checked(static_cast<std::int64_t>(cells_), logic::kMostCells);
  if (!engine_) engine_ = logic::make_engine(static_cast<int>(cells_), digits_, groups_);
  return *engine_;
}

}  // namespace cpsudoku::wasm
