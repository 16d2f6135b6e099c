"""Scopes of three kinds, right unless APLUS_FAULT names a fault. APLUS_SCOPES says which kind."""

import asyncio
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
    """Tasks that the end of a block waits for; a failure leaves the other tasks alone, and is lost."""

    def __init__(self):
        # In the order in which they were started.
        self.tasks, self.body = {}, None

    async def __aenter__(self):
        self.body, self.before = asyncio.current_task(), asyncio.current_task().cancelling()
        return self

    def create_task(self, coroutine):
        task = asyncio.get_running_loop().create_task(coroutine)
        self.tasks[task] = True
        task.add_done_callback(lambda task: self.tasks.pop(task) and (task.cancelled() or task.exception()))
        if self.body.cancelling() > self.before:
            task.cancel()
        return task

    async def __aexit__(self, kind, error, stack):
        cancel = error
        while self.tasks:
            if cancel is not None:
                for task in list(self.tasks):
                    task.cancel()
            try:
                await asyncio.wait(list(self.tasks)[:1 if fault == "ends-early" else None])
            except asyncio.CancelledError as raised:
                cancel = raised
            if fault == "ends-early":
                break
        if cancel is not None and cancel is not error:
            raise cancel
        return fault == "swallows-cancel"


if kind == "nursery":
    driver, task_scope, capabilities = "asyncio", Nursery, ["failure:spares-siblings"]
else:
    scope, add, remove, launch, notify, holds, cancel = (
        Bag, Bag.add, Bag.remove, Bag.launch, Bag.notify, Bag.holds, Bag.cancel)
    capabilities = ["threads", "scopes:weak", "scopes:nested", "scopes:release",
                    "notify:before-items" if kind == "bag" else "notify:after-items"]
