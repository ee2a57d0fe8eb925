"""The description of the API and the types of the pages, made from the types and docstrings of the views."""
