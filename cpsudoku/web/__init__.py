"""The page to play, set and watch on, and the server behind it (extra ``web``)."""
