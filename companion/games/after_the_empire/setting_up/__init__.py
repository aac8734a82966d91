"""Setting up a new table: who plays, what is agreed, which components."""
