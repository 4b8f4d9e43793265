// The families; each is a file of this folder.
#pragma once

#include "logic/registry.hpp"

namespace cpsudoku::logic::inline CPSUDOKU_BOARDS {

using Family = std::vector<Finder>();

Family singles, direct, locked_candidates, subsets, fish, single_digit, wings, graves, unique_loops,
    aligned_exclusion, alternating_chains, forcing_chains, locked_sets, finned_fish, bivalue_wings,
    colours, rectangles, empty_rectangles, avoidable_rectangles, sue_de_coq, arrivals, wxyz_wings,
    brute_force;
Family forcing_nets, nested_nets, tabled_forcing, templates, kraken_fish, tridagons,
    multi_sector_sets;

inline constexpr Family* kFamilies[] = {
    singles,
    direct,
    locked_candidates,
    subsets,
    fish,
    single_digit,
    wings,
    graves,
    unique_loops,
    aligned_exclusion,
    alternating_chains,
    forcing_chains,
    locked_sets,
    finned_fish,
    bivalue_wings,
    colours,
    rectangles,
    empty_rectangles,
    avoidable_rectangles,
    sue_de_coq,
    arrivals,
    wxyz_wings,
    brute_force,
#ifndef CPSUDOKU_WIDE
    // On wide boards a step of these would take minutes, or has more nodes than net_room.hpp allows, and
    // compiling them would take a sixth of the whole build.
    forcing_nets,
    nested_nets,
    tabled_forcing,
    templates,
    kraken_fish,
    tridagons,
    multi_sector_sets,
#endif
};

// The techniques of singles, which two families find, each in its order.
extern const Technique kFullHouse, kHiddenSingle, kNakedSingle;

// Hands a single over, with the house in which it is the last (−1: it is the last of its cell).
bool close_single(Search& search, const Technique& as, const Candidate& single, GroupId house);

}  // namespace cpsudoku::logic::inline CPSUDOKU_BOARDS
