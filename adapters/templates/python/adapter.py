# What aplus-check does with your library; each line marked FILL IN says what is yours. Take the mark away with it.
# The guide: 'How to write an adapter', and the page of the kit for python.
# FILL IN: load your library
from mylib import Promise, jobs

def deferred():
    # FILL IN: make a pending promise
    promise = Promise()
    # FILL IN: give it with the functions that resolve and reject it
    return (promise, *promise.resolvers())

def drain():
    # FILL IN: run what waits in your library's queue; leave drain out where it has none, and say driver = "asyncio" for that loop
    if not jobs:
        return False
    jobs.popleft()()
    return True
