"""ProSan: unimportant words of a prompt become others that fit in their place; with corrections, or to the letter."""
