"""What is done to the findings of a network before they are reported, step by step."""
