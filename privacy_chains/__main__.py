"""``python -m privacy_chains``: the command line."""

from privacy_chains.cli.app import main

if __name__ == "__main__":
    main()
