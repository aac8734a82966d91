"""The app in a browser: the page around it and the server that serves it."""
