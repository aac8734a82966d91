"""One table on many phones: this machine serves the app to everybody's browser."""
