"""The book on a server of this machine: an application of Starlette, run by uvicorn."""
