"""The queues of asyncio, as channels."""

from asyncio import Queue, QueueEmpty, QueueFull
import platform

version, driver = platform.python_version(), "asyncio"
channels = {"bounded": Queue, "unlimited": Queue}
send, receive, offer, poll = Queue.put, Queue.get, Queue.put_nowait, Queue.get_nowait
full, empty = QueueFull, QueueEmpty
capabilities = ["channels:cancel-waiting", "undelivered:told"]
