"""Charts: axes, lines, points, bars and intervals as scenes."""
