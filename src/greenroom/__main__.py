"""`python -m greenroom` is the `greenroom` command."""

from greenroom.cli import main

if __name__ == "__main__":
    main()
