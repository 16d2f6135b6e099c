"""The host for promises in Python. Its name is distinctive so that no library under test has the same."""
