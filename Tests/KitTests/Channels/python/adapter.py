"""Channels on the loop of asyncio, right unless APLUS_FAULT names a fault."""

import asyncio
import collections
import math
import os

fault = os.environ.get("APLUS_FAULT")


class Full(Exception):
    pass


class Closed(Exception):
    """What an offer to a closed channel raises, of which the adapter says nothing."""


class Empty(Exception):
    pass


class Ended(Exception):
    pass


class Channel:
    def __init__(self, room=math.inf):
        self.room, self.items, self.receivers, self.is_closed = room, collections.deque(), collections.deque(), False
        self.senders, self.has_told = collections.deque(), False

    def offer(self, item):
        if self.is_closed:
            raise Closed
        self.give(item)

    async def send(self, item):
        try:
            return self.offer(item)
        except Full:
            sender = asyncio.get_running_loop().create_future()
            self.senders.append((sender, item))
        try:
            return await sender
        except asyncio.CancelledError:
            # An element that is in the channel is sent.
            if not sender.done() or sender.cancelled():
                raise

    def make_room(self):
        while self.senders and len(self.items) < self.room:
            sender, item = self.senders.popleft()
            if not sender.done():
                self.items.append(item)
                sender.set_result(None)

    def give(self, item):
        while self.receivers:
            receiver = self.receivers.popleft()
            if not receiver.done():
                receiver.set_result(item)
                return
            if fault == "stops-at-a-cancelled-receiver":
                break
        if len(self.items) >= self.room:
            raise Full
        self.items.append(item)

    def poll(self):
        if fault == "end-overtakes" and self.is_closed and not self.has_told:
            self.has_told = True
            raise Ended
        if fault == "wakes-a-sender-late":
            self.make_room()
        if self.items:
            item = self.items.pop() if fault == "newest-first" else self.items.popleft()
            if fault != "wakes-a-sender-late":
                self.make_room()
            return item
        raise Ended if self.is_closed else Empty

    async def receive(self):
        try:
            return self.poll()
        except Empty:
            receiver = asyncio.get_running_loop().create_future()
            self.receivers.append(receiver)
        try:
            return await receiver
        except asyncio.CancelledError:
            if receiver.done() and not receiver.cancelled() and fault != "cancel-takes-the-element":
                self.give_back(receiver.result())
            raise

    def give_back(self, item):
        """Gives an element to the next receiver; without one it is the next element again."""
        if fault == "requeues-last" or any(not receiver.done() for receiver in self.receivers):
            self.give(item)
        else:
            self.items.appendleft(item)

    def close(self):
        was_closed, self.is_closed = self.is_closed, True
        for receiver in list(self.receivers)[:1 if fault == "close-wakes-one" else None]:
            if not receiver.done():
                receiver.set_exception(Ended())
        for sender, _ in self.senders:
            if not sender.done():
                sender.set_exception(Closed())
        self.receivers.clear()
        self.senders.clear()
        return not was_closed or fault == "closes-again"


class End:
    """An end of a channel, which says when the last one who holds it lets go."""

    def __init__(self, channel, release):
        self.channel, self.release = channel, release

    def __del__(self):
        self.release()


def ends(room=math.inf):
    channel = Channel(room)
    nothing = lambda: None
    return (End(channel, nothing if fault == "drop-forgets-receivers" else channel.close),
            End(channel, nothing if fault == "drop-takes-elements" else channel.close))


def on_end(function):
    return lambda end, *values: function(end.channel, *values)


async def receive_from(end):
    return await end.channel.receive()


driver = "asyncio"
full, empty, ended = Full, Empty, Ended
if os.environ.get("APLUS_ENDS"):
    channels, receive = {"bounded": ends, "unlimited": ends}, receive_from
    offer, poll, close = on_end(Channel.offer), on_end(Channel.poll), on_end(Channel.close)
    capabilities = ["channels:cancel-waiting", "channels:drop-sender", "channels:drop-receiver"]
else:
    channels = {"bounded": Channel, "unlimited": Channel}
    send, receive, offer, poll, close = Channel.send, Channel.receive, Channel.offer, Channel.poll, Channel.close
    capabilities = ["channels:cancel-waiting"]
