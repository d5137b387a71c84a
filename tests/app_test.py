"""Streamlit's test of an app: it looks through the installed packages once, and waits for a busy machine."""

from functools import cache

from streamlit.components.v2 import manifest_scanner
from streamlit.testing.v1 import AppTest

from .processes import PATIENCE

__all__ = ["AppTest"]

manifest_scanner.scan_component_manifests = cache(manifest_scanner.scan_component_manifests)
AppTest.default_timeout = property(lambda self: PATIENCE, lambda self, seconds: None)
