"""Rules across fields, as all who read, write and check them understand them.

Takes: the rules and assertions of an `Api`.
Gives: their syntax trees, checked for the types that the schemas give to their variables.
Must not: read documents, make code; any stage may import it.
"""
