"""The screens of a table on many phones: joining it, and the host's view of who is there."""
