"""The kinds of files that commands write, by the ending of the name or by ``--format``."""

TEXTS = ("csv", "jsonl", "json")
"""Tables that are text."""

COLUMNAR = ("parquet", "arrow", "npz")
"""Tables stored by columns, which are not text."""

TABLES = (*TEXTS, *COLUMNAR)

TEXT_ENDINGS = {
    ".csv": "csv", ".json": "json", ".jsonl": "jsonl", ".ndjson": "jsonl", ".sdk": "sdk",
    ".sdm": "sdm",
}  # fmt: skip
COLUMNAR_ENDINGS = {".parquet": "parquet", ".arrow": "arrow", ".feather": "arrow", ".npz": "npz"}
ENDINGS = TEXT_ENDINGS | COLUMNAR_ENDINGS

COMPRESSED = (".gz", ".bz2", ".xz", ".zst")
"""Endings of files that are compressed while they are written."""

READ_ENDINGS = {
    *ENDINGS, ".npy", ".tsv", ".txt", ".text",
}  # fmt: skip
"""Endings of the files that are read in a folder; a file that is named may have any."""
