cpsudoku_unit(cpsudoku_cores nets
  logic/techniques/forcing_nets.cpp
  logic/techniques/nested_nets.cpp
)
cpsudoku_unit(cpsudoku_cores chains
  logic/engine.cpp
  logic/techniques/forcing_chains.cpp
  logic/techniques/unique_loops.cpp
)
cpsudoku_unit(cpsudoku_cores tables
  logic/techniques/link_graph.cpp
  logic/techniques/net_tables.cpp
  logic/techniques/tabled_forcing.cpp
  logic/techniques/tabled_loops.cpp
  logic/techniques/tables.cpp
)
cpsudoku_unit(cpsudoku_cores sets
  logic/techniques/almost_locked_sets.cpp
  logic/techniques/alternating_chains.cpp
  logic/techniques/arrivals.cpp
  logic/techniques/brute_force.cpp
  logic/techniques/colours.cpp
  logic/techniques/kraken_fish.cpp
)
cpsudoku_unit(cpsudoku_cores rectangles
  logic/techniques/avoidable_rectangles.cpp
  logic/techniques/empty_rectangles.cpp
  logic/techniques/graves.cpp
  logic/techniques/rectangles.cpp
  logic/techniques/templates.cpp
)
cpsudoku_unit(cpsudoku_cores subsets
  logic/techniques/aligned_exclusion.cpp
  logic/techniques/bivalue_wings.cpp
  logic/techniques/fish.cpp
  logic/techniques/single_digit.cpp
  logic/techniques/subsets.cpp
  logic/techniques/sue_de_coq.cpp
  logic/techniques/wings.cpp
  logic/techniques/wxyz_wings.cpp
)
cpsudoku_unit(cpsudoku_cores fish
  logic/walk.cpp
  logic/techniques/finned_fish.cpp
  logic/techniques/fish_search.cpp
  logic/techniques/multi_sector_sets.cpp
  logic/techniques/tridagons.cpp
)
cpsudoku_unit(cpsudoku_cores singles
  logic/houses.cpp
  logic/position.cpp
  logic/registry.cpp
  logic/techniques/direct.cpp
  logic/techniques/locked_candidates.cpp
  logic/techniques/singles.cpp
)
