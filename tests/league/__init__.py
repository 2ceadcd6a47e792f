"""Tests of the leagues."""
