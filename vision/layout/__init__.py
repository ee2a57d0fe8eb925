"""Which tiles lie there and how they join. May import `scorer`, `types` and `geometry`."""
