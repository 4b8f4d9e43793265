cpsudoku_unit(cpsudoku_seldom fd_rules
  fd/automaton.cpp
  fd/checking.cpp
  fd/differences.cpp
  fd/few_cells.cpp
  fd/formula.cpp
  fd/implied_sums.cpp
  fd/making.cpp
  fd/negation.cpp
  fd/network.cpp
)
cpsudoku_unit(cpsudoku_seldom fd_search
  fd/search.cpp
  fd/propagators/cage.cpp
  fd/propagators/connected.cpp
  fd/propagators/count.cpp
  fd/propagators/different.cpp
  fd/propagators/disjunction.cpp
  fd/propagators/distribution.cpp
)
cpsudoku_unit(cpsudoku_seldom fd_propagators
  fd/propagators/pair.cpp
  fd/sampler.cpp
  fd/propagators/partition.cpp
  fd/propagators/ranks.cpp
  fd/propagators/regions.cpp
  fd/propagators/regular.cpp
  fd/propagators/sum.cpp
  fd/propagators/table.cpp
)
