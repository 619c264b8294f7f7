"""Numbers that no pattern reads, and that are amounts or ages by the network's states."""
