"""What generate.py made of the specification."""
