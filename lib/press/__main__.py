"""The command, also `python -m press`."""

from __future__ import annotations

from press.run.isolation import start_again


def main() -> None:
    """Run the command line."""
    start_again()
    from press.cli import main as command

    command()


if __name__ == "__main__":
    main()
