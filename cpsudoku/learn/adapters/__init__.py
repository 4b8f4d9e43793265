"""Adapters to the projects that train and evaluate models; each imports its project.

``trl``
    A reward function, which needs nothing.
``reasoning_gym``
    A data set ``cpsudoku`` with its curriculum.
``verifiers``
    A taskset whose tasks carry their rewards.
"""
