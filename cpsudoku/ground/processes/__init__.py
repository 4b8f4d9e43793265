"""Processes beside this one: children that can be killed, and workers for many tasks."""
