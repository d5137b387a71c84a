"""Picture → scene → string. Drawing knows looks and shapes, and no measure's name."""
