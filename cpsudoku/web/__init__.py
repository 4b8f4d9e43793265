"""The page to play, set and watch on, and its server (extra ``web``)."""
