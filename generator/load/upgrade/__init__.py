"""The spelling of other versions, rewritten to that of OpenAPI 3.2.

Takes: one object of the document as it was written; of Swagger 2.0 (`swagger`) all of
them, since there one says what another means.
Gives: the same object, changed in place, with a diagnostic where the meaning needs one.
Must not: look at anything but this object and what stands directly in it; again but for
`swagger`.
"""
