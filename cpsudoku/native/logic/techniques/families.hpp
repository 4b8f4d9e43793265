// The families; each is a file of this folder.
#pragma once

#include "logic/registry.hpp"

namespace cpsudoku::logic {

template <int W> std::vector<Finder<W>> singles();
template <int W> std::vector<Finder<W>> direct();
template <int W> std::vector<Finder<W>> locked_candidates();
template <int W> std::vector<Finder<W>> forcing_chains();
template <int W> std::vector<Finder<W>> forcing_nets();
template <int W> std::vector<Finder<W>> nested_nets();

// What is compiled for one width at a time (cells.hpp) has a function for each.
#define CPSUDOKU_FAMILY(name)                      \
  template <int W> std::vector<Finder<W>> name();  \
  template <> std::vector<Finder<kNarrow>> name(); \
  template <> std::vector<Finder<kWide>> name();

CPSUDOKU_FAMILY(subsets)
CPSUDOKU_FAMILY(fish)
CPSUDOKU_FAMILY(single_digit)
CPSUDOKU_FAMILY(wings)
CPSUDOKU_FAMILY(graves)
CPSUDOKU_FAMILY(alternating_chains)
CPSUDOKU_FAMILY(unique_loops)
CPSUDOKU_FAMILY(aligned_exclusion)
CPSUDOKU_FAMILY(locked_sets)
CPSUDOKU_FAMILY(finned_fish)
CPSUDOKU_FAMILY(bivalue_wings)
CPSUDOKU_FAMILY(colours)
CPSUDOKU_FAMILY(empty_rectangles)
CPSUDOKU_FAMILY(rectangles)
CPSUDOKU_FAMILY(avoidable_rectangles)
CPSUDOKU_FAMILY(sue_de_coq)
CPSUDOKU_FAMILY(arrivals)
CPSUDOKU_FAMILY(brute_force)
CPSUDOKU_FAMILY(wxyz_wings)
#undef CPSUDOKU_FAMILY

std::vector<Finder<kNarrow>> templates();
std::vector<Finder<kNarrow>> tabled_forcing();
std::vector<Finder<kNarrow>> kraken_fish();
std::vector<Finder<kNarrow>> tridagons();
std::vector<Finder<kNarrow>> multi_sector_sets();

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
    forcing_nets<kNarrow>, nested_nets<kNarrow>, tabled_forcing,     templates,
    kraken_fish,           tridagons,            multi_sector_sets,
};

}  // namespace cpsudoku::logic
