"""Planning: what each file of the output is to hold, as views for templates.

Takes: `Api`, `Names`, the options of a target; one sub-package for each target.
Gives: `FilePlan`s.
Must not: read the document, print templates, let one target import another.
"""
