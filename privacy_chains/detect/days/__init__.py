"""Which dates are somebody's: those of a letter, an appointment or a record, and not those of the world's affairs."""
