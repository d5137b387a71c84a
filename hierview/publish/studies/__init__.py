"""What leaves a study: its tables, figures and report, of data that the study made."""
