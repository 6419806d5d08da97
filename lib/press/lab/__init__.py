"""The form of a lab, and the server that answers it."""
