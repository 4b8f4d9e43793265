target_sources(cpsudoku_cores PRIVATE
  proofs/elaborator.cpp
  proofs/follower.cpp
)
