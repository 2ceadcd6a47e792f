"""Replays of records, made in processes of their own, so that a long one holds up nobody else."""
