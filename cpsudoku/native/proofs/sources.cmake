cpsudoku_unit_with("${CPSUDOKU_SELDOM}" "" proofs
  proofs/elaborator.cpp
  proofs/follower.cpp
)
