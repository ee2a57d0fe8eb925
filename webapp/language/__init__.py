"""One catalogue of texts a language, and how texts get into them. May import `scorer`'s TOML reader."""
