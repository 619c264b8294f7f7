"""What a method of sanitizing prompts is, and the vocabulary that methods and adapters share. It names no method."""
