"""Haggle by brute force, its commands and random tables."""
