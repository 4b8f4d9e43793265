"""The commands, a module each; `cpsudoku.cli.registry` lists them."""
