"""The game AI: players over what one seat knows. Plain functions, written to be compiled like the engine's.

`knowledge` is what a seat knows, `policies` the simplest players over it, `selfplay` the loop that lets them
play. `heuristic` weighs plays by features. `inference` keeps what everybody can conclude, `sampler` draws
determinizations (deals of the hidden cards) by Metropolis steps, accepted by their `likelihood`, and `search`
compares the candidates by rollouts in them, with sequential halving. `arena` measures strength on duplicate
deals.
"""
