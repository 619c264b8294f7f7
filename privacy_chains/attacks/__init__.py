"""What an observer who holds no key can learn: attacks through the public API, in numbers."""
