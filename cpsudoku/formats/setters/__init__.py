"""Files and links of the programs that setters use."""
