"""Repairs of a network's findings before they are reported, step by step."""
