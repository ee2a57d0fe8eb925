"""What people read of a game: scoresheets, sentences, drawings, hints, summaries. May import the rest of the scorer."""
