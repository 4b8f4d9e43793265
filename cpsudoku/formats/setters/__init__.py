"""Files and links of the programs that setters use.

A text that makes no sense, and a puzzle that a program has no word for, are a `FormatError`.
"""
