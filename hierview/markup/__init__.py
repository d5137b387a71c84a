"""The HTML of the pages. Everything from outside is escaped here."""
