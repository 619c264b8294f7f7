"""What the tests of local models share: tiny tokenizers and models, made in code; a graph; a server."""
