"""Pictures, written as SVG without any library."""

from __future__ import annotations
