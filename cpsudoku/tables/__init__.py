"""Tables of many puzzles, read by the block: what all rows share is done once, in columns."""
