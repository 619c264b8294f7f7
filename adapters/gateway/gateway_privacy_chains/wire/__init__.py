"""The wire formats: what is said in a request and its answer, whole or streamed."""
