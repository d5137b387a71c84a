"""The only room with Streamlit: the server, page set-up, navigation, state, components, pages and panels."""
