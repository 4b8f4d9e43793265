set(nets logic/techniques/forcing_nets.cpp logic/techniques/nested_nets.cpp)
cpsudoku_unit_with("${CPSUDOKU_NETS}" "" nets ${nets})
cpsudoku_unit_with("${CPSUDOKU_SELDOM}" "#define CPSUDOKU_WIDE" wide_nets ${nets})
cpsudoku_techniques(chains
  logic/techniques/forcing_chains.cpp
  logic/techniques/unique_loops.cpp
)
cpsudoku_techniques(tables
  logic/techniques/link_graph.cpp
  logic/techniques/tabled_loops.cpp
  logic/techniques/tables.cpp
)
cpsudoku_techniques(sets
  logic/techniques/almost_locked_sets.cpp
  logic/techniques/alternating_chains.cpp
  logic/techniques/arrivals.cpp
  logic/techniques/brute_force.cpp
  logic/techniques/colours.cpp
)
cpsudoku_techniques(rectangles
  logic/techniques/avoidable_rectangles.cpp
  logic/techniques/empty_rectangles.cpp
  logic/techniques/graves.cpp
  logic/techniques/rectangles.cpp
)
cpsudoku_techniques(subsets
  logic/techniques/aligned_exclusion.cpp
  logic/techniques/bivalue_wings.cpp
  logic/techniques/fish.cpp
  logic/techniques/single_digit.cpp
  logic/techniques/subsets.cpp
  logic/techniques/sue_de_coq.cpp
  logic/techniques/wings.cpp
  logic/techniques/wxyz_wings.cpp
)
cpsudoku_techniques(fish
  logic/techniques/finned_fish.cpp
  logic/techniques/fish_search.cpp
)
cpsudoku_unit_with("${CPSUDOKU_SELDOM}" "" patterns
  logic/techniques/kraken_fish.cpp
  logic/techniques/multi_sector_sets.cpp
  logic/techniques/net_tables.cpp
  logic/techniques/tabled_forcing.cpp
  logic/techniques/templates.cpp
  logic/techniques/tridagons.cpp
)
cpsudoku_unit_with("${CPSUDOKU_SELDOM}" "" singles
  logic/engine.cpp
  logic/houses.cpp
  logic/position.cpp
  logic/registry.cpp
  logic/walk.cpp
  logic/techniques/direct.cpp
  logic/techniques/locked_candidates.cpp
  logic/techniques/singles.cpp
)
