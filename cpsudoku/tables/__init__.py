"""Tables of many puzzles, read in blocks: what all rows share is done once, in columns."""
