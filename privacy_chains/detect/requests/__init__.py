"""What a person asks a model to do or to tell: verbs, public names and markup in it are nobody's."""
