"""What the verbs of the command line do.

Takes: parsed arguments.
Gives: an exit code; results go to standard output, findings to standard error.
Must not: be imported before its verb is called.
"""
