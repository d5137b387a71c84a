"""Version of hierview, which every export and signature names."""

__version__ = "0.1.0"
