// An automaton that reads cells: sandwiches, skyscrapers, whatever a setter's regular expression says.
//
// It is unrolled once (`automaton.hpp`): a layer of states before each cell and after the last, only
// those that can be reached and can still accept, and of such as lead alike one.  Which states are
// left is remembered as bits, a layer at a time.
// Reading forward, states go that no digit leads to; reading backward, those from which none leads
// on, and each cell keeps the digits of some step that is left (Pesant, A regular language membership
// constraint for finite sequences of variables, CP 2004).
//
//     an even number of 2s, r1 r2 r3 of {1,2}:
//
//     layer 0     1       2       3        r2 = 2: from E only O follows and from O only E.  All
//       E ──1──▶ E ──1──▶ E ──1──▶ E       four states of layers 1 and 2 stay, and nothing goes.
//         ╲2    ╳ 2      ╳ 2    ╱2        r3 = 1 as well: O of layer 2 goes, as from there 2 would
//          ╲──▶ O ──1──▶ O ────╱          have to follow; so E of layer 1 goes, and r1 is 2.
#pragma once

#include <memory>

#include "fd/propagator.hpp"
#include "fd/shared.hpp"

namespace cpsudoku::fd {

// require: the steps and states of the automaton are within their bounds.
std::unique_ptr<Propagator> make_regular(const Regular& regular, Shared& shared);

}  // namespace cpsudoku::fd
