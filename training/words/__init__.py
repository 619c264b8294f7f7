"""Builds the word trees of ``privacy_chains.methods.words``: classes, neighbours, and the order of the leaves."""
