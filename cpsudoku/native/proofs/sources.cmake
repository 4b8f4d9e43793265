cpsudoku_unit(cpsudoku_seldom generation
  proofs/elaborator.cpp
  proofs/follower.cpp
)
