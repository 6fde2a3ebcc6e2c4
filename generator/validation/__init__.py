"""Checking JSON and YAML files against a document, in this process.

Takes: a document, what of it files are held against, and the files.
Gives: what is wrong with them, at places in the files.
Must not: write files, or decide validity: the generated validators do.
"""
