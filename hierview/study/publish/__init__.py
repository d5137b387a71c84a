"""Tables, figures and the report of a study, of data that the study made."""
