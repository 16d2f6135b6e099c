"""The queues of Python's threads, as channels."""

from queue import Empty, Full, Queue
import platform

version = platform.python_version()
channels = {"bounded": Queue, "unlimited": Queue}
send, receive, offer, poll = Queue.put, Queue.get, Queue.put_nowait, Queue.get_nowait
full, empty = Full, Empty
capabilities = ["threads", "undelivered:told"]
