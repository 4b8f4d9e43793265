// The rules of a puzzle, as a page hands them in, and what answers questions about them.
//
//     {"digits": 9, "cells": 81,
//      "groups": [["row", 0, 1, …], ["box", …], …],       all different; see logic::Kind
//      "formulas": [["linear", [0, 1, 9], [1, 1, 1], "=", [12]], …]}     what else must hold
//
// Formulas are those of fd/formula.hpp, digits counted from 0, each a list that begins with its name:
//
//     ["different", cells]                        ["and", formulas]   ["or", formulas]   ["not", formula]
//     ["pair", cell, cell, masks]                 ["linear", cells, coefficients, relation, totals]
//     ["table", cells, tuples]                    ["regular", cells, start, [[state, digit, next], …], accepting]
//     ["count", cells, mask, relation, number]    ["element", cells, index, value, shift]
//     ["connected", cells, [[cell, cell], …], mask, size or 0]
//     ["rank", line, rank, 1 with ties or 0, formulas]   which mean the same on any board
//
// `cpsudoku.web.lowered` lowers named constraints to these.
#pragma once

#include "fd/network.hpp"
#include "logic/engine.hpp"
#include "wasm/json.hpp"

namespace cpsudoku::wasm {

class Board {
 public:
  // Throws std::invalid_argument.
  explicit Board(const Json& data);

  int digits() const { return digits_; }
  std::size_t cells() const { return cells_; }
  fd::Mask all() const { return fd::all_digits(digits_); }
  const std::vector<logic::GroupData>& groups() const { return groups_; }
  // Whether these are the usual rules of 9×9 and no others, cells row by row.
  bool is_classic() const { return is_classic_; }
  // Whether there is more than groups, so that techniques of uniqueness are not to be used.
  bool has_others() const { return !formulas_.empty(); }

  // Both are made when they are first needed; an engine of techniques takes fewer cells, or throws.
  const std::shared_ptr<const fd::Network>& network() const;
  const logic::Engine& engine() const;

 private:
  int digits_;
  std::size_t cells_;
  std::vector<logic::GroupData> groups_;
  std::vector<fd::Formula> formulas_;
  bool is_classic_;
  mutable std::shared_ptr<const fd::Network> network_;
  mutable std::unique_ptr<logic::Engine> engine_;
};

}  // namespace cpsudoku::wasm
