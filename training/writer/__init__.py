"""How the embedded writer is made: one encoder that says how surprising, how important and what words are."""
