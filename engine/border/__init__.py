"""The border: everything that comes in or goes out as a file or a message, checked by pydantic."""
