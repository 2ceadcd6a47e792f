"""The text of `haggle --help`."""

HELP = """\
haggle scores the hands of a game of Haggle, and deals a round of it.

  haggle NAME=HAND ...         such as haggle Ada=YYR Ben=OWB Cleo=
  haggle -                     one NAME=HAND a line from standard input; # starts a comment line
  haggle --csv FILE            a column `name` and one a colour: yellow, blue, red, orange, white
  haggle deal --players N      deal a round; see haggle deal --help

A hand is one letter a card, in either case: Y yellow, B blue, R red, O orange, W white.
The three ways to give hands can be mixed. A name that starts with "-" goes after "--".

  --explain            below each score, every rule that changed it and by how much
  --json               for programs: scores, eliminated, removed (with --explain also changes)
  --seed N             repeat the random removal of cards over 13
  --ignore-eliminated  cards of eliminated players don't count in rules 3, 5 and 9
  --double-first       a pyramid doubles before the blue deductions, not after them
  -h, --help           this text

Exit codes: 0 scored, 2 bad input (one line on standard error says what is wrong).
"""

DEAL_HELP = """\
haggle deal deals a trading round: ten colour cards and two rule cards to each player.

  haggle deal --players 6
  haggle deal --names Ada Ben Cleo --out round

  --players N          how many play, from 2 to 1000
  --names NAME ...     what they are called, after spaces or commas
  --seed N             repeat a deal
  --out DIR            write printable pages: one for each player and host.html
  --json               for programs: seed, players, their hands and rules
  -h, --help           this text

The seed reveals the whole deal: only the host's page shows it.
"""
