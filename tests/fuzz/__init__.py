"""Generated validators against `jsonschema-rs`, on mutants of valid instances.

`python -m tests.fuzz` is the long run; `test_fuzz.py` a short one over the same schemas.
"""
