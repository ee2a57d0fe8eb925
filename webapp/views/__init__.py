"""The pages and the API, one blueprint a module. May import `web` and what that may."""
