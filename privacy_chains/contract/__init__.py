"""What a method of sanitizing prompts is, and the words that methods and adapters share; names no method."""
