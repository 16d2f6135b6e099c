"""Scopes of four kinds, right unless APLUS_FAULT names a fault. APLUS_SCOPES says which kind."""

import asyncio
import contextvars
import os
import threading
import weakref

fault, kind = os.environ.get("APLUS_FAULT"), os.environ.get("APLUS_SCOPES", "bag")


class Bag:
    """A bag of items that it does not keep alive."""

    def __init__(self, outer=None):
        self.lock, self.members, self.callbacks, self.is_cancelled = threading.RLock(), [], [], False
        if outer is not None:
            outer.add(self)

    def __del__(self):
        if fault != "release-forgets":
            self.cancel()

    def add(self, member):
        with self.lock:
            if not self.is_cancelled:
                self.members.append((lambda: member) if fault == "holds-strongly" else weakref.ref(member))
                return
        if fault != "forgets-late-items":
            member.cancel()

    def remove(self, member):
        with self.lock:
            self.members = [reference for reference in self.members if reference() is not member]

    def launch(self, work):
        if not self.is_cancelled:
            work()

    def notify(self, callback):
        with self.lock:
            if not self.is_cancelled:
                self.callbacks.append(callback)
                return
        callback()

    def holds(self):
        return any(reference() is not None for reference in self.members)

    def cancel(self):
        with self.lock:
            self.is_cancelled = True
            members, self.members, callbacks = self.members, [], self.callbacks
            if fault != "release-notifies-again":
                self.callbacks = []
        if kind == "bag":
            for callback in callbacks:
                callback()
        errors = []
        for reference in members[1 if fault == "misses-the-first-item" else 0:]:
            member = reference()
            try:
                if member is not None:
                    member.cancel()
            except Exception as error:
                errors.append(error)
                if fault == "stops-at-an-error":
                    break
        if kind == "late-bag":
            for callback in callbacks:
                callback()
        if errors:
            raise errors[0]


class Nursery:
    """Tasks that the end of a block waits for; a failure leaves the other tasks alone, and is lost.

    Its own cancel ends the body and the tasks, and goes no further.
    """

    current = contextvars.ContextVar("current", default=None)

    def __init__(self):
        # In the order in which they were started, with whether a cancel has reached each.
        self.tasks, self.is_cancelled, self.is_in_body, self.has_interrupted = {}, False, True, False

    async def __aenter__(self):
        self.body, self.before = asyncio.current_task(), asyncio.current_task().cancelling()
        self.outer = self.current.get()
        return self

    def create_task(self, coroutine):
        caller = self.current.get()
        if fault == "adds-to-caller" and caller is not None and caller.outer is self:
            return caller.create_task(coroutine)
        context = contextvars.copy_context()
        context.run(self.current.set, self)
        task = asyncio.get_running_loop().create_task(coroutine, context=context)
        self.tasks[task] = False
        task.add_done_callback(self.forget)
        if self.is_cancelled or self.body.cancelling() > self.before:
            self.tell(task)
        return task

    def forget(self, task):
        self.tasks.pop(task, None)
        if fault == "completion-empties":
            self.tasks.clear()
        if not task.cancelled():
            task.exception()

    def tell(self, task):
        if not self.tasks[task] or fault == "tells-again":
            self.tasks[task] = True
            task.cancel()

    def cancel(self):
        self.is_cancelled = True
        for task in self.tasks:
            self.tell(task)
        if self.is_in_body and not self.has_interrupted:
            self.has_interrupted = True
            self.body.cancel()

    async def __aexit__(self, kind, error, stack):
        self.is_in_body, cancel = False, error
        if self.has_interrupted and self.body.uncancel() <= self.before:
            cancel = None
        is_swallowed = cancel is None or self.is_cancelled and fault == "own-cancel-swallows"
        while self.tasks:
            if cancel is not None:
                for task in self.tasks:
                    self.tell(task)
            if fault == "abandons-the-cancelled" and any(self.tasks.values()):
                break
            try:
                await asyncio.wait(list(self.tasks)[:1 if fault == "ends-early" else None])
            except asyncio.CancelledError as raised:
                cancel, is_swallowed = raised, self.is_cancelled and fault == "own-cancel-swallows"
            if fault == "ends-early":
                break
        if cancel is not None and cancel is not error and not is_swallowed:
            raise cancel
        return fault == "swallows-cancel" or is_swallowed


if kind in ("nursery", "own-nursery"):
    driver, task_scope, capabilities = "asyncio", Nursery, ["failure:spares-siblings"]
    if kind == "own-nursery":
        cancel = Nursery.cancel
else:
    scope, add, remove, launch, notify, holds, cancel = (
        Bag, Bag.add, Bag.remove, Bag.launch, Bag.notify, Bag.holds, Bag.cancel)
    capabilities = ["threads", "scopes:weak", "scopes:nested", "scopes:release",
                    "notify:before-items" if kind == "bag" else "notify:after-items"]
