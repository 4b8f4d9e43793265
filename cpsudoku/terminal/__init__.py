"""Play in a terminal (extra ``tui``)."""
