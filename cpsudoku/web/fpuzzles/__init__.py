"""The websocket protocol of the solver script for f-puzzles (D. Clamage's SudokuSolver).

A client sends ``{"nonce": 1, "command": …, "dataType": "fpuzzles", "data": …}``, whose data is the
puzzle's JSON compressed by LZ-String, and gets answers with the same nonce and a ``type``.
"""
