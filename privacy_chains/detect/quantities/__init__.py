"""Numbers that no pattern reads, and that the network's states say are amounts or ages."""
