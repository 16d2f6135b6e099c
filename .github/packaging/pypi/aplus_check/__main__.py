"""`python3 -m aplus_check` is the program."""

from aplus_check import main

main()
