"""What the interface answers to setters of a puzzle: palette, drafts, what these leave."""
