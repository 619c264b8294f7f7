"""Prεεmpt: identifiers are enciphered, numbers get noise, answers are read back from the key and the prompt."""
