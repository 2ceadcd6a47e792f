"""Rulebooks that people could bring: French cards from 2 to A with jokers, and suits of their own."""

from __future__ import annotations

JOKERS = """
name = "kitchen"
title = "Kitchen table"
about = "Eights, with jokers."
card_text = "face_suit"
suit_word = "suit"
suits = { C = "clubs", D = "diamonds", H = "hearts", S = "spades" }
max_players = 5
hand = 5
rounds = 1

[faces]
2 = { points = 2, draws = 2, skips = true }
3 = { points = 3 }
4 = { points = 4 }
5 = { points = 5 }
6 = { points = 6 }
7 = { points = 7 }
8 = { points = 50, wild = true, starts = false }
9 = { points = 9 }
10 = { points = 10 }
J = { points = 10, skips = true }
Q = { points = 10, flips = true }
K = { points = 10 }
A = { points = 1 }

[faces.X]
name = "Joker"
points = 50
copies = 2
suited = false
wild = true
draws = 4
skips = true
starts = false
"""

MOONS = """
name = "moons"
title = "Moons and stars"
suits = { M = "moons", T = "stars" }
hand = 3
max_players = 4
rounds = 1

[faces]
1 = { copies = 4, points = 1 }
2 = { copies = 4, points = 2 }
COMET = { name = "Comet", copies = 2, skips = true }
NOVA = { name = "Nova", copies = 4, suited = false, wild = true, starts = false }
"""
