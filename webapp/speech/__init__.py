"""Speech: announcements, and what people say, in every language that has a catalogue. May import `scorer`."""
