#!/usr/bin/env python3
"""A host for promises in Python, 3.9 or later: performs programs on a library and writes what it saw.

    python3 host.py ADAPTER-FILE [--name NAME] [--library LIBRARY]
"""

from aplus_host.main import main

if __name__ == "__main__":
    main()
