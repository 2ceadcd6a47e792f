"""A table as data: its log, its state as the sum of the log, what commands do to it, what a viewer is shown.

Nothing here waits, sends or stores.
"""
