"""The pages and the interface of the dashboard, named by what the visitor does."""
