"""Decision rules: probabilities, scores and neighbours → predicted classes."""
