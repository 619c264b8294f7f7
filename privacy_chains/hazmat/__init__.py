"""Ciphers, coins and exact samplers: code in which a small mistake gives secrets away.

Danger is a place. Import from the modules, so that each use shows in a review:
``from privacy_chains.hazmat.ff1 import FF1``. The rest of the package is safe to use without reading them.
"""
