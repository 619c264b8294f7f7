"""Ciphers, coins and exact samplers: code in which a small mistake gives away secrets.

Import from the modules themselves, so that each use of dangerous code shows in a review: ``from
privacy_chains.hazmat.ff1 import FF1``. You can use the rest of the package safely without reading them.
"""
