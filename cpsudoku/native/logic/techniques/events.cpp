#include "logic/techniques/events.hpp"

#include "logic/registry.hpp"

namespace cpsudoku::logic::inline CPSUDOKU_BOARDS {
namespace {

constexpr std::size_t kMostPremises = 9;  // as skfr has it

class Events {
 public:
  Events(const Position& position, const Numbering& numbering, std::vector<Event>& out)
      : position_(position), houses_(position.houses()), numbering_(numbering), out_(out) {}

  void list() {
    out_.clear();
    for (const Kind kind : {Kind::row, Kind::column}) {
      for (const GroupId line : houses_.of(kind)) {
        for (const GroupId box : houses_.of(Kind::box)) list_locked(line, box);
      }
    }
    for (const Kind kind : {Kind::row, Kind::column, Kind::box, Kind::other}) {
      for (const GroupId house : houses_.of(kind)) list_pairs(house);
    }
    list_x_wings();
  }

 private:
  using List = std::vector<std::uint16_t>;

  void add(const char* technique, const List& premises, const List& gone, const List& pattern,
           std::vector<GroupId> base, std::vector<GroupId> cover) {
    if (premises.empty() || gone.empty() || premises.size() > kMostPremises) return;
    out_.push_back({technique, premises, gone, pattern, std::move(base), std::move(cover)});
  }
  std::uint16_t number(Cell cell, Digit d) const {
    return static_cast<std::uint16_t>(numbering_.number(cell, d));
  }
  List numbers(const CellSet& cells, Digit d) const {
    List result;
    for (const Cell cell : cells) result.push_back(number(cell, d));
    return result;
  }

  void list_locked(GroupId line, GroupId box) {
    const auto shared = houses_[line].set & houses_[box].set;
    if (shared.count() < 2) return;
    for (Digit d = 0; d < houses_.digits(); ++d) {
      const auto both = shared & position_.cells(d);
      const auto in_line = (houses_[line].set & position_.cells(d)) - both;
      if (in_line.none() || both.count() < 2) continue;
      const auto in_box = (houses_[box].set & position_.cells(d)) - both;
      const List lines = numbers(in_line, d), boxes = numbers(in_box, d),
                 pattern = numbers(both, d);
      add("claiming", lines, boxes, pattern, {line}, {box});
      add("pointing", boxes, lines, pattern, {box}, {line});
    }
  }

  void list_pairs(GroupId house) {
    const auto& cells = houses_[house].cells;
    for (std::size_t i = 0; i < cells.size(); ++i) {
      for (std::size_t j = i + 1; j < cells.size(); ++j) {
        const Mask common = position_.candidates(cells[i]) & position_.candidates(cells[j]);
        if (!several(common)) continue;
        if (houses_[house].kind == Kind::box && in_one_line(cells[i], cells[j])) continue;
        for (const Digit a : bits(common)) {
          for (const Digit b : bits(common & ~((bit(a) << 1) - 1))) {
            list_pair(house, cells[i], cells[j], bit(a) | bit(b));
          }
        }
      }
    }
  }
  bool in_one_line(Cell a, Cell b) const {
    return houses_.group_of(a, Kind::row) == houses_.group_of(b, Kind::row) ||
           houses_.group_of(a, Kind::column) == houses_.group_of(b, Kind::column);
  }

  void list_pair(GroupId house, Cell a, Cell b, Mask pair) {
    List others, pattern;  // the two cells' other digits, and the pair's
    for (const Cell cell : {a, b}) {
      for (const Digit d : bits(position_.candidates(cell))) {
        (pair >> d & 1 ? pattern : others).push_back(number(cell, d));
      }
    }
    List elsewhere = places(house, a, b, pair);
    add("hidden pair", elsewhere, others, pattern, {house}, {});
    const GroupId box = houses_.group_of(a, Kind::box);
    if (houses_[house].kind == Kind::box || box < 0 || !houses_[box].set.has(b)) {
      return add("naked pair", others, elsewhere, pattern, {house}, {});
    }
    const List in_box = places(box, a, b, pair);
    add("hidden pair", in_box, others, pattern, {box}, {});
    elsewhere.insert(elsewhere.end(), in_box.begin(), in_box.end());
    add("naked pair", others, elsewhere, pattern, {house, box}, {});
  }
  // The pair's digits in the house's other cells.
  List places(GroupId house, Cell a, Cell b, Mask pair) const {
    List result;
    for (const Cell cell : houses_[house].cells) {
      if (cell == a || cell == b) continue;
      for (const Digit d : bits(position_.candidates(cell) & pair)) {
        result.push_back(number(cell, d));
      }
    }
    return result;
  }

  void list_x_wings() {
    const auto& rows = houses_.of(Kind::row);
    const auto& columns = houses_.of(Kind::column);
    for (std::size_t r = 0; r < rows.size(); ++r) {
      for (std::size_t c = 0; c < columns.size(); ++c) {
        for (std::size_t s = r + 1; s < rows.size(); ++s) {
          for (std::size_t k = c + 1; k < columns.size(); ++k) {
            list_x_wing(rows[r], rows[s], columns[c], columns[k]);
          }
        }
      }
    }
  }
  Mask crossing(GroupId row, GroupId column) const {
    const Cell cell = (houses_[row].set & houses_[column].set).first();
    return cell < 0 ? 0 : position_.candidates(cell);
  }
  void list_x_wing(GroupId r, GroupId s, GroupId c, GroupId k) {
    const Mask common = crossing(r, c) & crossing(r, k) & crossing(s, k);
    // skfr does not ask for the digit in the fourth cell; it is not an X-wing then, but sound.
    if (!common || !several(crossing(s, c))) return;
    // Lines of boards that overlap may share a cell, which would serve them both.
    if (houses_[r].set.meets(houses_[s].set) || houses_[c].set.meets(houses_[k].set)) return;
    const auto rows = houses_[r].set | houses_[s].set, columns = houses_[c].set | houses_[k].set;
    for (const Digit d : bits(common)) {
      const List in_rows = numbers((rows - columns) & position_.cells(d), d);
      if (in_rows.empty()) continue;
      const List in_columns = numbers((columns - rows) & position_.cells(d), d);
      const List pattern = numbers(rows & columns & position_.cells(d), d);
      add("x-wing", in_rows, in_columns, pattern, {r, s}, {c, k});
      add("x-wing", in_columns, in_rows, pattern, {c, k}, {r, s});
    }
  }

  const Position& position_;
  const Houses& houses_;
  const Numbering& numbering_;
  std::vector<Event>& out_;
};

}  // namespace

void list_events(const Position& position, const Numbering& numbering, std::vector<Event>& out) {
  Events(position, numbering, out).list();
}

Step event_step(const Numbering& numbering, const Event& event) {
  Step step;
  step.technique = technique_named(event.technique);
  for (const auto c : event.gone) {
    auto& all = step.eliminations;
    if (!contains(all, numbering[c])) { all.push_back(numbering[c]); }
  }
  for (const auto c : event.pattern) {
    step.evidence.candidates.push_back(numbering[c]);
    const Cell cell = numbering[c].cell;
    auto& all = step.evidence.cells;
    if (!contains(all, cell)) { all.push_back(cell); }
  }
  step.evidence.base = event.base;
  step.evidence.cover = event.cover;
  return step;
}

}  // namespace cpsudoku::logic::inline CPSUDOKU_BOARDS
