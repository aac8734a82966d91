"""Taking something out of the app: as text, as a table for a spreadsheet, as a picture, as files."""
