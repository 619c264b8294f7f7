"""Values that only context reveals: a small network, the text that it reads, and the processing of its scores."""
