"""A stand-in for Flax, of which Debian has no package. For testing only."""
