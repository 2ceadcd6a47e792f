"""Web push: a word to somebody who does not look at the page; only where the operator has keys."""
