"""hierview's page: `streamlit run app.py`, or `hierview app`."""

from hierview.ui import run

run()
