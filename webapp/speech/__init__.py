"""What is said aloud and what is heard. May import `scorer`."""
