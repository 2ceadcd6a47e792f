"""Tables while people are at them: one lock each, who is connected, bots, clocks, and the hub of them all."""
