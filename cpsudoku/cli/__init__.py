"""The command line: a lazy group of commands, one module a command.

A command is a module of this package with a function ``command``, and a line in
`cpsudoku.cli.registry`.  The module is imported only when its command is invoked, so that neither
``cpsudoku --help`` nor a command waits for libraries that it does not use.
"""

from __future__ import annotations
