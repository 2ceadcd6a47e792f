"""What breaks on purpose: shared by the tests of faults."""
