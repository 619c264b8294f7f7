"""What the tests of both adapters share."""
