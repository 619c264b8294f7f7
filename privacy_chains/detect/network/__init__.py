"""Values that only their context tells: a small network, what it is given to read, and what becomes of its scores."""
