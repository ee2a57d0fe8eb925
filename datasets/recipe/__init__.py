"""Makes both networks from nothing by one file of settings. May import `assets`, `scenes`, `training`, `evaluation`."""
