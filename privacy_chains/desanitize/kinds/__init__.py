"""Kinds of spellings: each registers what its spellings start with, and answers the same few questions of the index."""
