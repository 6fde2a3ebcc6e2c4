"""The language of rules across fields, and what rules become."""
