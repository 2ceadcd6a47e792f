"""The game AI: players over what one seat knows. Plain functions, written to be compiled like the engine's.

`knowledge` is what a seat knows, `policies` the simplest players over it, `selfplay` the loop that lets them
play. `heuristic` weighs plays by hand-tuned features. `inference` keeps what everybody can conclude,
`likelihood` and `sampler` draw deals of the hidden cards that explain it (Metropolis), and `search` compares
the candidates by rollouts in such deals. `arena` measures strength on duplicate deals.
"""
