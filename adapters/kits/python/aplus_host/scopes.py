"""Makes scopes and their items, and performs the bodies of scopes that wait for their tasks."""

import asyncio
import contextlib
import threading
import weakref


class Item:
    """An item of a scope, which reports each cancel that reaches it, also one that comes too late.

    A library may look at its attributes: all but `cancel` are private. Its handler is called for one thing after
    another, also where two threads end the item: each call has its number.
    """

    def __init__(self, scope, done, goes_on):
        # Only the program and, if it wants to, the library hold either of them.
        self._scope, self._done, self._goes_on = weakref.ref(scope), done, goes_on
        self._lock, self._is_open, self._is_reporting, self._due = threading.Lock(), True, False, []

    def cancel(self):
        with self._lock:
            self._is_open = self._is_open and self._goes_on
            self._due.append(lambda: self._done.error(asyncio.CancelledError()))
        self._report()

    def _finish(self, act):
        """Calls the handler, unless the item has ended; whether it did."""
        with self._lock:
            was_open, self._is_open = self._is_open, False
            if was_open:
                self._due.append(act)
        if was_open:
            self._report()
        return was_open

    def _report(self):
        with self._lock:
            if self._is_reporting:
                return
            self._is_reporting = True
        while True:
            with self._lock:
                if not self._due:
                    self._is_reporting = False
                    return
                act = self._due.pop(0)
            try:
                act()
            except BaseException:
                with self._lock:
                    self._is_reporting = False
                raise


class TaskItem:
    """A task of a scope, which ends when it is finished from outside or cancelled."""

    def __init__(self, done, goes_on):
        self.done, self.goes_on, self.has_begun = done, goes_on, False
        self.result = asyncio.get_running_loop().create_future()

    async def run(self):
        self.has_begun = True
        try:
            while self.goes_on and not self.result.done():
                await self.report_a_cancel()
            value = await self.result
        except GeneratorExit:
            raise
        except BaseException as error:
            self.done.error(error)
            raise
        self.done.value(value)

    async def report_a_cancel(self):
        """Waits for the result, or for a cancel that the item goes on after."""
        try:
            await asyncio.wait([self.result])
        except asyncio.CancelledError as cancel:
            self.done.error(cancel)

    def refuse(self, error):
        # After a cancellation, an item that goes on would be expected to.
        is_over = self.goes_on and isinstance(error, asyncio.CancelledError)
        self.done.error(RuntimeError("the item was cancelled before it began") if is_over else error)


class Work:
    """Work that is started in a scope."""

    def __init__(self, done):
        self.done, self.has_begun = done, False

    async def run(self):
        self.has_begun = True
        self.done.nothing()

    def refuse(self, error):
        pass


class TaskScope:
    """A scope whose body waits for what the program adds to it, until the program ends it."""

    #: Scopes whose end never comes: were they collected, their tasks would be cancelled during another program.
    open = set()

    def __init__(self, adapter, done, outer):
        self.adapter, self.done, self.outer, self.has_begun = adapter, done, outer, False
        self.group, self.task, self.has_ended, self.waiting = None, None, False, []
        self.result, self.refusal = asyncio.get_running_loop().create_future(), RuntimeError("the scope has ended")
        TaskScope.open.add(self)
        if outer is None:
            self.task = asyncio.get_running_loop().create_task(self.run())
        else:
            outer.add(self)

    async def run(self):
        self.has_begun, value, error = True, None, None
        try:
            async with self.adapter.task_scope() as group:
                self.group = group
                for act in self.waiting:
                    act()
                value = await self.result
        except GeneratorExit:
            raise
        except BaseException as raised:
            error = raised
        self.has_ended = True
        TaskScope.open.discard(self)
        # The code after the scope learns of a cancel that came from around it at its next await.
        try:
            await asyncio.sleep(0)
        except asyncio.CancelledError as cancel:
            error = cancel
        if error is None:
            self.done.value(value)
            return
        self.done.error(error)
        if self.outer is not None:
            raise error

    def add(self, member):
        self.when_open(lambda: self.spawn(member))

    def spawn(self, member):
        if self.group is None:
            member.refuse(self.refusal)
            return
        coroutine = member.run()
        try:
            task = self.adapter.spawn(self.group, coroutine)
        except Exception as error:
            coroutine.close()
            member.refuse(error)
            return
        if isinstance(member, TaskScope):
            member.task = task
        task.add_done_callback(lambda _: member.has_begun or self.report_unbegun(member))

    def report_unbegun(self, member):
        """Reports a task that was cancelled before it began, which ends without a word of its own."""
        # What the handler throws would be the task's own error.
        with contextlib.suppress(Exception):
            member.refuse(asyncio.CancelledError())

    def when_open(self, act):
        if self.group is None and not self.has_ended:
            self.waiting.append(act)
        else:
            act()

    def refuse(self, error):
        self.has_ended, self.refusal = True, error
        TaskScope.open.discard(self)
        for act in self.waiting:
            act()
        self.done.error(error)

    def cancel(self):
        own = self.adapter.cancel
        self.when_open(lambda: self.task and (own(self.group) if own and not self.has_ended else self.task.cancel()))


def start(run, word, done, members, values):
    """Performs a call about scopes; returns what stands for it."""
    adapter = run.adapter
    outer = members[0].handle if members else None
    if word == "scope":
        if adapter.task_scope:
            return TaskScope(adapter, done, outer)
        return adapter.scope() if outer is None else adapter.scope(outer)
    if word in ("add", "linger", "completed"):
        item = TaskItem(done, word == "linger") if adapter.task_scope else Item(outer, done, word == "linger")
        if word == "completed":
            item.result.set_result(*values)
        outer.add(item) if adapter.task_scope else adapter.add(outer, item)
        return item
    if word == "launch":
        outer.add(Work(done)) if adapter.task_scope else adapter.launch(outer, done.nothing)
    elif word == "notify":
        adapter.notify(outer, done.nothing)
    elif adapter.holds(outer):
        done.value()
    else:
        done.nothing()
    return None


def finish(run, call, verb, value):
    """Finishes an item, or ends the body of a scope."""
    member = call.handle
    if isinstance(member, (TaskItem, TaskScope)):
        if member.result.done():
            return
        if verb == "reject":
            member.result.set_exception(run.reason(value))
        else:
            member.result.set_result(value)
    elif member._finish(
            lambda: member._done.error(run.reason(value)) if verb == "reject" else member._done.value(value)):
        scope = member._scope()
        if scope is not None and run.adapter.remove:
            run.adapter.remove(scope, member)


def cancel(run, call):
    """Cancels a scope."""
    if isinstance(call.handle, TaskScope):
        call.handle.cancel()
    else:
        run.adapter.cancel(call.handle)
