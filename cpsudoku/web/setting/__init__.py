"""What the interface answers to those who set a puzzle: palette, drafts, what these leave."""
