"""The one base of all errors that are meant for people: their message is a sentence, never a traceback."""


class LastcardError(ValueError):
    """Something the caller can put right; the message says what."""
