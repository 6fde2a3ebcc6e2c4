"""The middleware that checks the traffic of apps written by hand, over real HTTP."""
