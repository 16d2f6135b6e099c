"""Starts and cancels tasks that await promises."""

import asyncio
import contextlib
import sys
import threading

from .calls import Threw, enter
from .faults import guarded
from .lanes import interrupting
from .names import FREE, Binding
from .text import quoted
from .user_code import Role, closure


class Task:
    """Stands for a task in traces; the code after an await may await again, which the same task does.

    It is a task of the event loop, or a thread where the adapter claims that its awaits block.
    """

    #: Has `current`, the one whose code, which follows an await, this thread performs.
    local = threading.local()

    @classmethod
    def current(cls):
        return getattr(cls.local, "current", None)

    def __init__(self, run):
        self.run, self.awaits, self.task = run, [], None
        self.has_begun = self.is_cancelled = False

    def start(self):
        if self.run.adapter.blocks:
            threading.Thread(target=guarded(self.perform_blocking), daemon=True).start()
        else:
            self.task = asyncio.get_running_loop().create_task(self.perform())

    def perform_blocking(self):
        if self.run.has_lanes:
            sys.settrace(interrupting())
        # Each await blocks, so the coroutine is never suspended.
        with contextlib.suppress(StopIteration):
            self.perform().send(None)

    async def perform(self):
        self.has_begun = True
        if self.is_cancelled:
            asyncio.current_task().cancel()
        while self.awaits:
            promise, limit, ok, bad = self.awaits.pop(0)
            try:
                code, value = ok, await self.run.adapter.awaited(promise, limit)
            except GeneratorExit:
                raise
            except BaseException as error:
                code, value = bad, error
            if not self.resume(code, value):
                return

    def resume(self, code, value):
        """Performs the code after an await; what that throws ends the task, and goes nowhere."""
        if code is None:
            return True
        outer, Task.local.current = Task.current(), self
        try:
            code(value)
            return True
        except BaseException:
            return False
        finally:
            Task.local.current = outer

    def cancel(self):
        # A task that has not begun would end without its first await.
        if self.has_begun:
            self.task.cancel()
        else:
            self.is_cancelled = True


def perform_await(run, step, context):
    promise = run.names.bound(step["await"], context.at(step))
    if promise is FREE:
        return
    number = next(run.recorder.registrations)
    code = {word: closure(run, step[word], Role("handler", word, number), context)
            for word in ("ok", "bad") if word in step}
    is_new = Task.current() is None
    task = run.recorder.introduce(Task(run), '"kind":"task"') if is_new else Task.current()
    text = f'"in":"await","step":{step["id"]},"on":{run.recorder.reference(promise)},"reg":{number}'
    members = {"task": run.recorder.reference(task), **{word: quoted(step[word]) for word in code}}

    def begin():
        task.awaits.append((promise, step.get("ms"), code.get("ok"), code.get("bad")))
        if step.get("cancelled") == "before":
            task.is_cancelled = True
        if is_new:
            task.start()
        return task
    given = enter(run, text, members, context, begin, lambda given: {"gives": run.recorder.show(given)})
    if "as" in step and not isinstance(given, Threw):
        with Binding(run.names, context.name(step["as"])):
            run.names.bind(step["as"], task, context)


def is_task(value):
    return value is not FREE and isinstance(value, Task)
