"""One picture to what lies on the table. May import `detection`, `pips`, `layout`, `geometry` and `types`."""
