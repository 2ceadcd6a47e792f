"""Haggle: hands of coloured cards, scored by twelve rules (G1-G6).

`score` is the library, `cli` the command that starts in a blink, `batch` scores many tables at once (NumPy),
`deal` and `pages` hand out a trading round. Only what the plain command needs is imported here; the rest is
asked for by its module.
"""

from .hands import COLOURS, LETTERS, parse_hand
from .rules import ScoreChange, ScoredPlayer
from .scoring import Scores, score
from .wording import HaggleError

__all__ = [
    "COLOURS",
    "LETTERS",
    "HaggleError",
    "ScoreChange",
    "ScoredPlayer",
    "Scores",
    "parse_hand",
    "score",
]
