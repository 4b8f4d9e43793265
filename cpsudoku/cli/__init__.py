"""The command line: a lazy group of commands, which are listed in `cpsudoku.cli.registry`.

The module of a command is imported only when the command is invoked, so that neither
``cpsudoku --help`` nor a command waits for libraries that it does not use.  Commands about a room
that an installation leaves out are not there.
"""
