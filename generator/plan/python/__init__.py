"""What every Python target shares: literals, layout, imports, annotations.

Takes: values and identifiers of the document, `Api`, `Names`.
Gives: `Code`, ready to print and as black leaves it.
Must not: import a target, know templates, read the document.
"""
