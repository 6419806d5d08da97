"""The book on a server of this machine: an application of Starlette, run by uvicorn."""

from .server import serve

__all__ = ["serve"]
