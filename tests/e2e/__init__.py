"""End to end: the bundled document, a language model behind it, real loopback HTTP."""
