"""The project around a package, and the user's own folder in it."""
