"""What every other part of the server uses: clock, names, people, refusals, rate limits, safe log lines."""
