"""What functions and their arguments are to a model: JSON schemas, and JSON read strictly."""
