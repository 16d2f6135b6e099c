# The adapter of your channels, for aplus-check. Complete each place marked FILL IN, then remove its comment. The page
# of the kit for python describes all names.
from asyncio import Queue, QueueEmpty, QueueFull

# FILL IN: remove this line if your library uses threads and no event loop
driver = "asyncio"
# FILL IN: make channels of the kinds that your library has: bounded (gets the capacity), rendezvous, unlimited, conflated
channels = {"bounded": Queue, "unlimited": Queue}
# FILL IN: the functions of a channel; also close(channel), cancel(channel) and fail(channel, error)
send, receive, offer, poll = Queue.put, Queue.get, Queue.put_nowait, Queue.get_nowait
# FILL IN: what the library raises where a channel is full, empty or (ended) closed
full, empty = QueueFull, QueueEmpty
# FILL IN: what it promises besides
capabilities = ["channels:cancel-waiting", "undelivered:told"]
