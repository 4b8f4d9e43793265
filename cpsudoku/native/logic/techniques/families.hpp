// The families; each is a file of this folder.
#pragma once

#include "logic/registry.hpp"

namespace cpsudoku::logic {

template <int W> std::vector<Finder<W>> singles();
template <int W> std::vector<Finder<W>> direct();
template <int W> std::vector<Finder<W>> locked_candidates();
template <int W> std::vector<Finder<W>> subsets();
template <int W> std::vector<Finder<W>> fish();
template <int W> std::vector<Finder<W>> single_digit();
template <int W> std::vector<Finder<W>> wings();
template <int W> std::vector<Finder<W>> graves();
template <int W> std::vector<Finder<W>> alternating_chains();
template <int W> std::vector<Finder<W>> unique_loops();
template <int W> std::vector<Finder<W>> aligned_exclusion();
template <int W> std::vector<Finder<W>> forcing_chains();
template <int W> std::vector<Finder<W>> forcing_nets();
template <int W> std::vector<Finder<W>> nested_nets();
template <int W> std::vector<Finder<W>> locked_sets();
template <int W> std::vector<Finder<W>> finned_fish();
template <int W> std::vector<Finder<W>> bivalue_wings();
template <int W> std::vector<Finder<W>> colours();
template <int W> std::vector<Finder<W>> empty_rectangles();
template <int W> std::vector<Finder<W>> rectangles();
template <int W> std::vector<Finder<W>> avoidable_rectangles();
template <int W> std::vector<Finder<W>> sue_de_coq();
template <int W> std::vector<Finder<W>> templates();
template <int W> std::vector<Finder<W>> arrivals();
template <int W> std::vector<Finder<W>> tabled_forcing();
template <int W> std::vector<Finder<W>> brute_force();
template <int W> std::vector<Finder<W>> wxyz_wings();
template <int W> std::vector<Finder<W>> kraken_fish();
template <int W> std::vector<Finder<W>> tridagons();
template <int W> std::vector<Finder<W>> multi_sector_sets();

// What is looked for on boards of any size.
template <int W>
inline constexpr Family<W> kFamilies[] = {
    singles<W>,       direct<W>,           locked_candidates<W>,  subsets<W>,
    fish<W>,          single_digit<W>,     wings<W>,              graves<W>,
    unique_loops<W>,  aligned_exclusion<W>, alternating_chains<W>, forcing_chains<W>,
    locked_sets<W>,   finned_fish<W>,      bivalue_wings<W>,      colours<W>,
    rectangles<W>,    empty_rectangles<W>, avoidable_rectangles<W>, sue_de_coq<W>,
    arrivals<W>,      wxyz_wings<W>,       brute_force<W>,
};

// What is looked for on narrow boards alone.  On wide ones a step of these would take minutes, or has
// more nodes than net_room.hpp allows, and compiling them would take a sixth of the whole build.
inline constexpr Family<kNarrow> kNarrowFamilies[] = {
    forcing_nets<kNarrow>, nested_nets<kNarrow>, tabled_forcing<kNarrow>, templates<kNarrow>,
    kraken_fish<kNarrow>,  tridagons<kNarrow>,   multi_sector_sets<kNarrow>,
};

}  // namespace cpsudoku::logic
