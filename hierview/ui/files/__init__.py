"""Files that are opened and saved, and hierarchies that the server holds for a visit."""
