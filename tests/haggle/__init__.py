"""Tests of Haggle, named by the clauses G1-G6 of the rules."""
