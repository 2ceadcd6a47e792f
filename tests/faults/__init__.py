"""Faults on purpose: servers are hurt while people play, and what they were told is judged afterwards."""
