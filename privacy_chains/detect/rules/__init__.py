"""Detection rules that belong to no language: tables of labels, shapes, software and hosts; and their loader."""
