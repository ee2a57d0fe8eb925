"""The pages and the API. May import `web` and what that may."""
