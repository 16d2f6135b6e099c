"""Makes channels, and starts the tasks or threads that send and receive."""

import asyncio
import inspect
import threading


class Waiting:
    """A task that sends or receives."""

    def __init__(self, run, word, done, channel, values):
        self.adapter, self.word, self.done, self.channel, self.values = run.adapter, word, done, channel, values
        self.has_begun = self.is_cancelled = False
        self.task = asyncio.get_running_loop().create_task(self.perform())

    async def perform(self):
        self.has_begun = True
        if self.is_cancelled:
            asyncio.current_task().cancel()
        try:
            while True:
                answer = (self.adapter.send if self.word == "send" else self.adapter.receive)(self.channel, *self.values)
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
        return adapter.channels[word](*values)
    channel = members[0].handle
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
        run.adapter.cancel(call.handle)
