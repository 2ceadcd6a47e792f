"""lastcard: one table for the Uno family, 108 Fool and Haggle."""

__version__ = "0.1.0"
