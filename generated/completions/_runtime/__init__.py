# Part of the runtime that oasmith vendors into generated packages. Do not edit.
"""What the generated code runs on: plain Python, readable, without the generator."""
