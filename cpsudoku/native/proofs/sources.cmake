cpsudoku_unit(cpsudoku_cores proofs
  proofs/elaborator.cpp
  proofs/follower.cpp
)
