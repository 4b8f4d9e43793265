target_sources(cpsudoku_cores PRIVATE
  fd/formula.cpp
  fd/implied_sums.cpp
  fd/network.cpp
  fd/propagators/arrangements.cpp
  fd/propagators/connected.cpp
  fd/propagators/count.cpp
  fd/propagators/different.cpp
  fd/propagators/disjunction.cpp
  fd/propagators/distribution.cpp
  fd/propagators/pair.cpp
  fd/propagators/ranks.cpp
  fd/propagators/regular.cpp
  fd/propagators/sum.cpp
  fd/propagators/table.cpp
  fd/sampler.cpp
  fd/search.cpp
)
