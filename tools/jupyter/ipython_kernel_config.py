"""What a kernel says of itself in a terminal: errors, and not that its sockets on this machine are not encrypted."""

c.IPKernelApp.log_level = 40  # noqa: F821  IPython's own name in its files of settings
