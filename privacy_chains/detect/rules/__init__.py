"""What detectors look for that is no language: tables of labels, shapes, software, hosts; and their loader."""
