"""Limits of size, which hold whatever a certificate is made of."""

from __future__ import annotations

MAX_BYTES = 1 << 28
"""No file of a certificate may be longer: reading one takes ten times its size in memory."""
