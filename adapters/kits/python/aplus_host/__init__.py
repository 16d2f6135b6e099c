"""The host for promises in Python. Its name is long so that no library under test has one like it."""
