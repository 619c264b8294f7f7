"""Spellings: the forms in which a model may write a surrogate, each kind of value in a file of its own."""
