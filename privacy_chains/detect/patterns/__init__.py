"""Values that are known by their shape and the words before them: a text is read once, and each family looks there."""
