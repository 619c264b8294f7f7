"""Attacks on what is sent and on what is read back, through the public API."""
