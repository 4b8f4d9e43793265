# Techniques for boards of any size: once for narrow ones, and again for wide ones, into a library.
function(cpsudoku_techniques unit wide)
  cpsudoku_unit(cpsudoku_seldom ${unit} ${ARGN})
  cpsudoku_unit(${wide} ${unit} ${ARGN})
endfunction()
cpsudoku_unit(cpsudoku_nets nets
  logic/techniques/forcing_nets.cpp
  logic/techniques/nested_nets.cpp
)
cpsudoku_techniques(chains cpsudoku_wide_chains
  logic/techniques/forcing_chains.cpp
  logic/techniques/graves.cpp
  logic/techniques/hints.cpp
  logic/techniques/links.cpp
  logic/techniques/unique_loops.cpp
)
# Parsed and instantiated once, in four fifths of the time that five units take.
cpsudoku_techniques(all_but_chains cpsudoku_wide
  logic/engine.cpp
  logic/houses.cpp
  logic/position.cpp
  logic/registry.cpp
  logic/techniques/aligned_exclusion.cpp
  logic/techniques/almost_locked_sets.cpp
  logic/techniques/alternating_chains.cpp
  logic/techniques/arrivals.cpp
  logic/techniques/avoidable_rectangles.cpp
  logic/techniques/bivalue_wings.cpp
  logic/techniques/brute_force.cpp
  logic/techniques/colours.cpp
  logic/techniques/direct.cpp
  logic/techniques/finned_fish.cpp
  logic/techniques/fish.cpp
  logic/techniques/fish_search.cpp
  logic/techniques/link_graph.cpp
  logic/techniques/locked_candidates.cpp
  logic/techniques/rectangles.cpp
  logic/techniques/single_digit.cpp
  logic/techniques/singles.cpp
  logic/techniques/subsets.cpp
  logic/techniques/sue_de_coq.cpp
  logic/techniques/tabled_loops.cpp
  logic/techniques/wings.cpp
  logic/techniques/wxyz_wings.cpp
)
cpsudoku_unit(cpsudoku_seldom chains
  logic/step.cpp
  logic/techniques/events.cpp
  logic/techniques/kraken_fish.cpp
  logic/techniques/multi_sector_sets.cpp
  logic/techniques/net_proofs.cpp
  logic/techniques/tabled_forcing.cpp
  logic/techniques/templates.cpp
  logic/techniques/tridagons.cpp
  logic/techniques/waves.cpp
)
