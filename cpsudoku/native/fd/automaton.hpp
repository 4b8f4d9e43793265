// Deterministic automata over digits, as data, and unrolled over a number of cells.
//
// Many formulas of a puzzle have one automaton, and it may be large, so they share it; and those that
// read as many cells share what it is unrolled to.
//
//     an even number of 2s, unrolled for three cells; M is whatever cannot accept or be reached:
//
//     layer 0     1       2       3        Layer 3 has only the accepting states, as one.  Before
//       E ──1──▶ E ──1──▶ E ──1──▶ end      it, states with the same steps are one, and all steps
//         ╲2    ╳ 2      ╳ 2    ╱2        that lead from one to another are one step, with a set
//          ╲──▶ O ──1──▶ O ────╱          of digits.
#pragma once

#include <array>
#include <optional>

#include "core/lists.hpp"
#include "fd/formula.hpp"

namespace cpsudoku::fd {

// A step with the states' own numbers: state, digit, next state; states are any numbers.
using NumberedStep = std::array<std::int64_t, 3>;

// The digit, from 0, that is worth a value where the lowest is worth `first`; none if no digit
// is.  (Both may be any numbers, so that their difference need not fit.)
inline std::optional<int> digit_worth(std::int64_t value, std::int64_t first, int digits) {
  const auto digit = static_cast<std::uint64_t>(value) - static_cast<std::uint64_t>(first);
  if (value < first || digit >= static_cast<std::uint64_t>(digits)) return std::nullopt;
  return static_cast<int>(digit);
}

// Returns an automaton of steps, of which those with digits from `first` on, `digits` of them, matter.
// require: no two steps with the same state and digit.
Automaton automaton_of(std::int64_t start, std::span<const NumberedStep> steps,
                       std::span<const std::int64_t> accepting, std::int64_t first, int digits);

struct LayerStep {
  Mask digits;
  std::uint32_t state;  // of the next layer
};

// The steps of each state before a cell, or after the last.
using Layer = ListsOf<LayerStep>;

// The layers for this many cells, one more than these.  ensure: every state is reached, and accepts some
// word; without such a word all layers are empty.
std::vector<Layer> unrolled(const Automaton& automaton, std::size_t cells);

}  // namespace cpsudoku::fd
