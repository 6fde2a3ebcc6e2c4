"""Both engines' pydantic models and the schemas themselves, on the same instances."""
