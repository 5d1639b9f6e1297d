"""Judges a consumer: a scripted provider, and an adapter that makes the consumer do what its user would."""
