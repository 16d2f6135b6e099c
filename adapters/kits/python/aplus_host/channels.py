"""Makes channels, and starts the tasks or threads that send and receive."""

import asyncio
import inspect
import threading


class Ends:
    """The two ends of a channel, of a library that gives them apart; a dropped one is None."""

    #: All of them: were one collected, what waits on it would end during another program.
    made = set()

    def __init__(self, sender, receiver):
        self.sender, self.receiver = sender, receiver
        Ends.made.add(self)


def end_for(word, channel):
    """What a call on a channel is made with: the channel, or one of its ends."""
    if not isinstance(channel, Ends):
        return channel
    end = channel.receiver if word in ("receive", "iterate", "poll", "cancel") else channel.sender
    if end is None:
        raise RuntimeError(f"{word}: that end of the channel has been dropped")
    return end


class Waiting:
    """A task that sends or receives."""

    def __init__(self, run, word, done, channel, values):
        self.adapter, self.word, self.done, self.values = run.adapter, word, done, values
        self.has_begun = self.is_cancelled = False
        # Nothing but the task holds the end of the channel, and that only as long as it waits.
        self.task = asyncio.get_running_loop().create_task(self.perform(channel))

    async def perform(self, channel):
        self.has_begun = True
        if self.is_cancelled:
            asyncio.current_task().cancel()
        try:
            while True:
                answer = (self.adapter.send if self.word == "send" else self.adapter.receive)(channel, *self.values)
                self.done.value(await answer if inspect.isawaitable(answer) else answer)
                if self.word != "iterate":
                    return
        except self.adapter.ended:
            self.done.nothing()
        except GeneratorExit:
            raise
        except BaseException as error:
            self.done.error(error)

    def cancel(self):
        # A task that has not begun would end without an answer.
        if self.has_begun:
            self.task.cancel()
        else:
            self.is_cancelled = True


def wait(adapter, word, done, channel, values):
    """Sends or receives, and blocks the thread meanwhile."""
    try:
        while True:
            done.value((adapter.send if word == "send" else adapter.receive)(channel, *values))
            if word != "iterate":
                return
    except adapter.ended:
        done.nothing()
    except Exception as error:
        done.error(error)


def start(run, word, done, members, values):
    """Performs a call about channels; returns what stands for it."""
    adapter = run.adapter
    if not members:
        made = adapter.channels[word](*values)
        return Ends(*made) if adapter.has_ends else made
    if word == "drop-sender":
        members[0].handle.sender = None
        return None
    if word == "drop-receiver":
        members[0].handle.receiver = None
        return None
    channel = end_for(word, members[0].handle)
    if word in ("send", "receive", "iterate"):
        if adapter.get("driver") == "asyncio":
            return Waiting(run, word, done, channel, values)
        threading.Thread(target=wait, args=(adapter, word, done, channel, values), daemon=True).start()
    elif word == "close":
        answer = adapter.close(channel)
        if answer is not None:
            done.value() if answer else done.nothing()
    else:
        answer_at_once(adapter, word, done, channel, values)
    return None


def answer_at_once(adapter, word, done, channel, values):
    """Offers or polls. A poll that finds nothing has no answer."""
    try:
        value = adapter.offer(channel, *values) if word == "offer" else adapter.poll(channel)
        done.value(value)
    except adapter.full:
        done.nothing()
    except adapter.empty:
        pass
    except adapter.ended:
        done.nothing()
    except Exception as error:
        done.error(error)


def cancel(run, call):
    """Cancels a channel, or the call that waits on one."""
    if isinstance(call.handle, Waiting):
        call.handle.cancel()
    else:
        run.adapter.cancel(end_for("cancel", call.handle))
