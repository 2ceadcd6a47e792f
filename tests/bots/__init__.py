"""Tests of bots, and of what third-party bots can do wrong."""
