"""Faults of one or two methods each: exceptions that leave the library or go astray, and ends of the process."""

import os
from threading import Thread

from cancellable import Cancellable
from kind_faults import (
    BuiltInThenableIsValue,
    ClassIsInstantiated,
    EqualHandlerIsNone,
    EqualValueIsNone,
    EqualValueIsSelf,
    ErrorThenableIsValue,
    ExitValueIsRaised,
    FalsyErrorIsNone,
    FalsyHandlerIsNone,
    FalsyThenableIsValue,
    GeneratorIsRun,
    HandlerIsKey,
    HandlerIsMarked,
    HandlerIsNamed,
    HandlerMustBeFunction,
    HandlerParametersCount,
    HandlerRunsInGenerator,
    NotImplementedIsNone,
    ReasonIsMadeAgain,
    ReasonIsPrinted,
    SettledIsNotLockedIn,
    SlotIsNotRead,
    ThenMustBeFunction,
    TypeWithoutThenIsRemembered,
    ValueIsTested,
)
from locked import ThenRunsUnderLock
from promise import Promise, Queue


# MARK: What a handler throws


class ThrowLeavesQueue(Promise):
    def run(self, handler, derived):
        derived.resolution(self.call(handler))


class BaseErrorLeavesQueue(Promise):
    def run(self, handler, derived):
        try:
            result = self.call(handler)
        except Exception as error:
            derived.settle("rejected", error)
        else:
            derived.resolution(result)


class ThrowStopsFlush(ThrowLeavesQueue):
    class BatchQueue(Queue):
        def flush(self):
            jobs, self.jobs = self.jobs, type(self.jobs)()
            for job in jobs:
                job()

    queue = BatchQueue()


class ThrowDelaysFlush(ThrowLeavesQueue):
    class WokenQueue(Queue):
        is_woken = False

        def add(self, job):
            super().add(job)
            self.is_woken = True

        def is_due(self):
            return self.is_woken

        def flush(self):
            self.is_woken = False
            super().flush()

    queue = WokenQueue()


class Repeating(Promise):
    """Rejects as it should, and also passes the exception to `repeat`."""

    def call(self, handler):
        try:
            return super().call(handler)
        except Exception as error:
            self.repeat(error)
            raise


class ThrowIsRepeatedAfterFlush(Repeating):
    class RaisingQueue(Queue):
        error = None

        def flush(self):
            super().flush()
            error, self.error = self.error, None
            if error:
                raise error

    queue = RaisingQueue()

    def repeat(self, error):
        self.queue.error = self.queue.error or error


class ThrowIsRepeatedByDestructor(Repeating):
    class Raiser:
        def __init__(self, error):
            self.error = error

        def __del__(self):
            raise self.error

    def repeat(self, error):
        self.Raiser(error)


class ThrowEndsThread(Promise):
    def run(self, handler, derived):
        thread = Thread(target=lambda: derived.resolution(self.call(handler)))
        thread.start()
        thread.join()


class ThrowExits(Promise):
    def run(self, handler, derived):
        try:
            result = self.call(handler)
        except Exception as error:
            raise SystemExit(3) from error
        derived.resolution(result)


class ThrowEndsProcess(Repeating):
    def repeat(self, error):
        os._exit(3)


# MARK: What thenables throw


class AccessorThrowEscapes(Promise):
    def assimilate(self, x):
        self.use_then(x, self.read_then(x))


class NotingCalls(Promise):
    """Notes whether a thenable called a resolver before it threw."""

    def call_then(self, then):
        resolve, reject = self.resolvers()
        calls = []

        def noting(resolver):
            def noted(value=None):
                calls.append(value)
                resolver(value)
            return noted
        try:
            then(noting(resolve), noting(reject))
        except Exception as error:
            self.take_throw(error, reject, bool(calls))


class ThenableThrowEscapes(NotingCalls):
    def take_throw(self, error, reject, is_called):
        if not is_called:
            raise error


class ThrowAfterCallCounts(NotingCalls):
    def take_throw(self, error, reject, is_called):
        self.settle("rejected", error)


class ThrowAfterCallEscapes(NotingCalls):
    def take_throw(self, error, reject, is_called):
        if is_called:
            raise error
        reject(error)


# MARK: Calls that throw


class ResolverThrowsOnPromise(Promise):
    def handed_over(self, resolve, reject):
        def resolver(value=None):
            resolve(value)
            if isinstance(value, Promise):
                raise TypeError("the value is a promise")
        return resolver, reject


class RejecterThrowsReason(Promise):
    def handed_over(self, resolve, reject):
        def rejecter(reason=None):
            reject(reason)
            raise reason
        return resolve, rejecter


class CancelThrowsReason(Cancellable):
    def cancel(self, reason=None):
        super().cancel(reason)
        raise self.value


# MARK: Crashes and exhausted stacks


class ThenInHandlerEndsProcess(Promise):
    is_handling = False

    def call(self, handler):
        ThenInHandlerEndsProcess.is_handling = True
        try:
            return super().call(handler)
        finally:
            ThenInHandlerEndsProcess.is_handling = False

    def then(self, on_fulfilled=None, on_rejected=None):
        if self.is_handling:
            os._exit(3)
        return super().then(on_fulfilled, on_rejected)


class RejectionsRecurse(Promise):
    def release(self, reactions):
        for reaction in reactions:
            if self.state == "rejected" and not callable(reaction.on_rejected) and not reaction.is_follower:
                self.react(reaction)
            else:
                self.schedule(reaction)


class OverflowIsReason(Promise):
    """Rejects the promises below before itself."""

    #: The exception becomes the reason only so many levels up: settling near the end of the stack could overflow it.
    levels = 100

    def settle(self, state, value):
        if self.state == "pending" and state == "rejected":
            try:
                for reaction in self.reactions:
                    if not callable(reaction.on_rejected) and not reaction.is_follower:
                        reaction.target.settle(state, value)
            except RecursionError as error:
                error.levels = getattr(error, "levels", 0) + 1
                if error.levels < self.levels:
                    raise
                value = error
        super().settle(state, value)


class LocksInAfterTheRead(Promise):
    """Lets what reading `then` does settle the promise."""
    is_reading = False

    def read_then(self, x):
        self.is_reading = True
        try:
            return super().read_then(x)
        finally:
            self.is_reading = False

    def resolvers(self):
        is_used = False

        def once(effect):
            def resolver(value=None):
                nonlocal is_used
                if not is_used or self.is_reading:
                    is_used = True
                    effect(value)
            return resolver
        return once(self.resolution), once(lambda reason: self.settle("rejected", reason))


class AllKeepsMembers(Promise):
    @classmethod
    def all(cls, members):
        promise = super().all(members)
        promise.members = members
        return promise


# MARK: Settlers that are given up


class LostSettlerBreaksPromise(Promise):
    """Its resolvers are released by reference count, and reject what is pending then."""

    def resolvers(self):
        guard = Guard(self)
        resolve, reject = super().resolvers()
        return self.guarded(resolve, guard), self.guarded(reject, guard)

    def guarded(self, resolver, guard):
        def call(value=None):
            guard.is_open = False
            resolver(value)
        return call


class Guard:
    def __init__(self, promise):
        self.promise, self.is_open = promise, True

    def __del__(self):
        if self.is_open:
            self.promise.settle("rejected", RuntimeError("nothing can settle the promise"))


# MARK: Handlers that are freed


class RegistrationInReleaseIsLost(Promise):
    def settle(self, state, value):
        if self.state != "pending":
            return
        other = "on_rejected" if state == "fulfilled" else "on_fulfilled"
        kept = [reaction._replace(**{other: None}) for reaction in self.reactions]
        self.reactions.clear()
        self.state, self.value, self.reactions = state, value, []
        self.release(kept)


#: The mutants, by their names in `APLUS_MUTANT`.
promises = {
    "correct": Promise,
    "throw-leaves-queue": ThrowLeavesQueue,
    "base-error-leaves-queue": BaseErrorLeavesQueue,
    "throw-stops-flush": ThrowStopsFlush,
    "throw-delays-flush": ThrowDelaysFlush,
    "throw-is-repeated-after-flush": ThrowIsRepeatedAfterFlush,
    "throw-is-repeated-by-destructor": ThrowIsRepeatedByDestructor,
    "throw-ends-thread": ThrowEndsThread,
    "throw-exits": ThrowExits,
    "throw-ends-process": ThrowEndsProcess,
    "accessor-throw-escapes": AccessorThrowEscapes,
    "thenable-throw-escapes": ThenableThrowEscapes,
    "throw-after-call-counts": ThrowAfterCallCounts,
    "throw-after-call-escapes": ThrowAfterCallEscapes,
    "resolver-throws-on-promise": ResolverThrowsOnPromise,
    "rejecter-throws-reason": RejecterThrowsReason,
    "cancel-throws-reason": CancelThrowsReason,
    "then-in-handler-ends-process": ThenInHandlerEndsProcess,
    "rejections-recurse": RejectionsRecurse,
    "overflow-is-reason": OverflowIsReason,
    "locks-in-after-the-read": LocksInAfterTheRead,
    "falsy-handler-is-none": FalsyHandlerIsNone,
    "equal-handler-is-none": EqualHandlerIsNone,
    "handler-must-be-function": HandlerMustBeFunction,
    "handler-parameters-count": HandlerParametersCount,
    "handler-is-key": HandlerIsKey,
    "handler-is-marked": HandlerIsMarked,
    "handler-is-named": HandlerIsNamed,
    "equal-value-is-self": EqualValueIsSelf,
    "equal-value-is-none": EqualValueIsNone,
    "value-is-tested": ValueIsTested,
    "falsy-thenable-is-value": FalsyThenableIsValue,
    "error-thenable-is-value": ErrorThenableIsValue,
    "built-in-thenable-is-value": BuiltInThenableIsValue,
    "slot-is-not-read": SlotIsNotRead,
    "then-must-be-function": ThenMustBeFunction,
    "falsy-error-is-none": FalsyErrorIsNone,
    "type-without-then-is-remembered": TypeWithoutThenIsRemembered,
    "handler-runs-in-generator": HandlerRunsInGenerator,
    "reason-is-printed": ReasonIsPrinted,
    "reason-is-made-again": ReasonIsMadeAgain,
    "generator-is-run": GeneratorIsRun,
    "class-is-instantiated": ClassIsInstantiated,
    "not-implemented-is-none": NotImplementedIsNone,
    "exit-value-is-raised": ExitValueIsRaised,
    "then-runs-under-lock": ThenRunsUnderLock,
    "settled-is-not-locked-in": SettledIsNotLockedIn,
    "all-keeps-members": AllKeepsMembers,
    "lost-settler-breaks-promise": LostSettlerBreaksPromise,
    "registration-in-release-is-lost": RegistrationInReleaseIsLost,
}
