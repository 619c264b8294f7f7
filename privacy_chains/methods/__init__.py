"""Methods of sanitizing prompts beside the default one; each is a package of its own, and none is loaded here."""
