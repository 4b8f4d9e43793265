#include "logic/houses.hpp"

namespace cpsudoku::logic::inline CPSUDOKU_BOARDS {

Houses::Houses(int cells, int digits, const std::vector<GroupData>& groups)
    : cells_(cells),
      digits_(digits),
      peers_(static_cast<std::size_t>(cells)),
      positions_(groups.size() * static_cast<std::size_t>(cells), -1) {
  for (Cell cell = 0; cell < cells; ++cell) all_cells_.set(cell);
  for (auto& of_cell : group_of_) of_cell.resize(static_cast<std::size_t>(cells), -1);
  for (const auto& data : groups) {
    const auto id = static_cast<GroupId>(groups_.size());
    const bool exact = static_cast<int>(data.cells.size()) == digits;
    CellSet set;
    for (int i = 0; i < static_cast<int>(data.cells.size()); ++i) {
      const Cell cell = data.cells[i];
      set.set(cell);
      positions_[id * cells + cell] = static_cast<std::int8_t>(i);
    }
    groups_.push_back({data.kind, exact, data.cells, set});
    auto& kind = of_[static_cast<std::size_t>(data.kind)];
    numbers_.push_back(exact ? static_cast<int>(kind.size()) : -1);
    (exact ? kind : inexact_).push_back(id);
    auto& of_cell = group_of_[static_cast<std::size_t>(data.kind)];
    for (const Cell cell : data.cells) {
      auto& first = of_cell[cell];
      if (first < 0) first = id;
    }
  }
  add_memberships();
  for (Cell cell = 0; cell < cells; ++cell) {
    auto& peers = peers_[cell];
    for (const auto& m : groups_of(cell)) peers |= (*this)[m.group].set;
    peers.reset(cell);
  }
  using enum Kind;
  const auto list = [this](std::vector<GroupId>& ids, std::initializer_list<Kind> kinds) {
    for (const Kind kind : kinds) ids.insert(ids.end(), of(kind).begin(), of(kind).end());
  };
  list(all_, {box, column, row, other});
  list(rows_first_, {row, column, box, other});
  list(boxes_first_, {box, row, column, other});
  static constexpr Kind kPairs[][2] = {
      {box, column}, {box, row},       {column, box},   {row, box},
      {box, box},    {box, other},     {column, other}, {row, other},
      {other, box},  {other, column},  {other, row},    {other, other},
      {row, row},    {column, column}, {row, column},   {column, row}};
  for (const auto& [base, cover] : kPairs) add_crossings(base, cover);
  crossings_of_.resize(groups_.size());
  for (const Crossing& crossing : crossings_) { crossings_of_[crossing.base].push_back(crossing); }
}

void Houses::add_memberships() {
  first_membership_ = {0};
  for (Cell cell = 0; cell < cells_; ++cell) {
    for (GroupId id = 0; id < static_cast<GroupId>(groups_.size()); ++id) {
      const int at = position(id, cell);
      if (at >= 0) memberships_.push_back({id, at, id * digits_});
    }
    first_membership_.push_back(static_cast<int>(memberships_.size()));
  }
}

void Houses::add_crossings(Kind base, Kind cover) {
  for (const GroupId b : of(base)) {
    for (GroupId c = 0; c < static_cast<GroupId>(groups_.size()); ++c) {
      if (c == b || (*this)[c].kind != cover) continue;
      const auto shared = (*this)[b].set & (*this)[c].set;
      if (shared.count() < 2) continue;
      std::vector<std::uint16_t> cells;
      const auto add = [&](const CellSet& set) {
        for (const Cell cell : set) cells.push_back(static_cast<std::uint16_t>(cell));
        return static_cast<int>(cells.size());
      };
      const int shared_end = add(shared);
      const int base_end = add((*this)[b].set - shared);
      const int cover_end = add((*this)[c].set - shared);
      crossing_cells_.push_back(std::move(cells));
      Crossing crossing{b, c, 0, 0, crossing_cells_.back().data(), shared_end, base_end, cover_end};
      for (const Cell cell : shared) {
        crossing.in_base |= bit(position(b, cell));
        crossing.in_cover |= bit(position(c, cell));
      }
      crossings_.push_back(crossing);
    }
  }
}

}  // namespace cpsudoku::logic::inline CPSUDOKU_BOARDS
