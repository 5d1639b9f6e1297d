"""Small correct programs in Python whose deviations are switched on by name: a provider and a consumer."""
