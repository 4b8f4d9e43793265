"""Pictures, written as SVG without any library."""
