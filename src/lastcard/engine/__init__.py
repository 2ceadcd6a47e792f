"""The rules of shedding games: plain functions over a state `s` and rule tables `r`. Imports nothing else.

`deal` starts a round, `legal` and `verify` say what may be done, `step` and `react` do it, `score` counts,
`match` adds rounds up. The functions are written to be compiled as they are: ints, lists of fixed length,
bit sets; refusals are codes and events are raw events, which the table layer words.
"""
