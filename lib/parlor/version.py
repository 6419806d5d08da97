"""The version of the library, and of all that is installed from here."""

__version__ = "0.2.0"
