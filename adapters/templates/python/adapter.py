# The adapter of your library for aplus-check. Complete each place marked FILL IN, then remove its comment.
# The guide: 'How to write an adapter', and the page of the kit for python.
# FILL IN: load your library
from mylib import Promise, jobs

def deferred():
    # FILL IN: make a pending promise
    promise = Promise()
    # FILL IN: return it with the functions that resolve and reject it
    return (promise, *promise.resolvers())

def drain():
    # FILL IN: run your library's queue; omit drain if it has none, and define driver = "asyncio" if it uses that loop
    if not jobs:
        return False
    jobs.popleft()()
    return True
