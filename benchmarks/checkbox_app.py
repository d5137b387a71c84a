"""The least that Streamlit can do: one checkbox and what it says. `preset_switch.py` measures beside it."""

import streamlit as st

st.html(f"<p class='said'>{'on' if st.checkbox('On') else 'off'}</p>")
