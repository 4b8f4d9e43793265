cpsudoku_unit(cpsudoku_seldom proofs
  proofs/elaborator.cpp
  proofs/follower.cpp
)
