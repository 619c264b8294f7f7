"""The engine: one pass over an answer that finds every spelling of every surrogate, and settles what it means."""
