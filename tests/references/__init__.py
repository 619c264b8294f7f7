"""Straightforward implementations of the standards, to hold the product's fast ones against."""
