target_sources(cpsudoku_cores PRIVATE
  logic/engine.cpp
  logic/houses.cpp
  logic/position.cpp
  logic/registry.cpp
  logic/walk.cpp
  logic/techniques/alternating_chains.cpp
  logic/techniques/direct.cpp
  logic/techniques/fish.cpp
  logic/techniques/graves.cpp
  logic/techniques/link_graph.cpp
  logic/techniques/locked_candidates.cpp
  logic/techniques/single_digit.cpp
  logic/techniques/singles.cpp
  logic/techniques/subsets.cpp
  logic/techniques/wings.cpp
)
