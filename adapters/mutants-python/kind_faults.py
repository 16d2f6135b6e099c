"""Faults that show with one kind of values, functions, exceptions or thenables each, which only Python has."""

import inspect
import types

from promise import Promise


# MARK: Handlers


class FalsyHandlerIsNone(Promise):
    def is_handler(self, handler):
        return bool(handler) and callable(handler)


class EqualHandlerIsNone(Promise):
    def is_handler(self, handler):
        return handler != None and callable(handler)  # noqa: E711


class HandlerMustBeFunction(Promise):
    def is_handler(self, handler):
        return inspect.isroutine(handler)


class HandlerParametersCount(Promise):
    def call(self, handler):
        return handler(*[self.value, None][:len(inspect.signature(handler).parameters)])


class HandlerIsKey(Promise):
    def register(self, reaction):
        dict.fromkeys(filter(callable, (reaction.on_fulfilled, reaction.on_rejected)))
        super().register(reaction)


class HandlerIsMarked(Promise):
    def register(self, reaction):
        for handler in (reaction.on_fulfilled, reaction.on_rejected):
            if callable(handler):
                handler.promise = None
        super().register(reaction)


class HandlerIsNamed(Promise):
    def call(self, handler):
        self.name = getattr(handler, "__name__", "handler")
        return super().call(handler)


# MARK: Values


class EqualValueIsSelf(Promise):
    def resolution(self, x):
        super().resolution(self if x == self else x)


class EqualValueIsNone(Promise):
    def resolution(self, x):
        try:
            super().resolution(None if x == None else x)  # noqa: E711
        except Exception as error:
            self.settle("rejected", error)


class ValueIsTested(Promise):
    def resolution(self, x):
        super().resolution(x or x)


class GeneratorIsRun(Promise):
    def resolution(self, x):
        super().resolution(next(x, None) if isinstance(x, types.GeneratorType) else x)


class ClassIsInstantiated(Promise):
    def resolution(self, x):
        super().resolution(x() if type(x) is type and x.__module__ != "builtins" else x)


class NotImplementedIsNone(Promise):
    def resolution(self, x):
        super().resolution(None if x is NotImplemented else x)


class ExitValueIsRaised(Promise):
    def resolution(self, x):
        if isinstance(x, SystemExit):
            self.settle("rejected", x)
        else:
            super().resolution(x)


# MARK: Thenables


class FalsyThenableIsValue(Promise):
    def use_then(self, x, then):
        super().use_then(x, x and then)


class ErrorThenableIsValue(Promise):
    def use_then(self, x, then):
        super().use_then(x, None if isinstance(x, Exception) else then)


class BuiltInThenableIsValue(Promise):
    def use_then(self, x, then):
        super().use_then(x, None if isinstance(x, (dict, int, list, str)) else then)


class SlotIsNotRead(Promise):
    def read_then(self, x):
        return super().read_then(x) if hasattr(x, "__dict__") else None


class ThenMustBeFunction(Promise):
    def use_then(self, x, then):
        super().use_then(x, then if inspect.isroutine(then) else None)


class SettledIsNotLockedIn(Promise):
    is_asking = False

    def call_then(self, then):
        """Thenables get the correct resolvers."""
        self.is_asking = True
        super().call_then(then)

    def resolvers(self):
        resolve, reject = super().resolvers()
        if self.is_asking:
            return resolve, reject
        again = self.resolution

        def resolver(value=None):
            if isinstance(value, Promise) and value.state != "pending":
                again(value)
            else:
                resolve(value)
        return resolver, reject


class TypeWithoutThenIsRemembered(Promise):
    plain = set()

    def read_then(self, x):
        if type(x) in self.plain:
            return None
        then = super().read_then(x)
        if then is None and isinstance(x, types.SimpleNamespace):
            self.plain.add(type(x))
        return then


# MARK: Exceptions


class FalsyErrorIsNone(Promise):
    def run(self, handler, derived):
        result = reason = None
        try:
            result = self.call(handler)
        except Exception as error:
            reason = error
        if reason:
            derived.settle("rejected", reason)
        else:
            derived.resolution(result)


class HandlerRunsInGenerator(Promise):
    def call(self, handler):
        def results(call=super().call):
            yield call(handler)
        return next(results())


class ReasonIsPrinted(Promise):
    def settle(self, state, value):
        self.text = f"{state} with {value}" if state == "rejected" else state
        super().settle(state, value)


class ReasonIsMadeAgain(Promise):
    def call(self, handler):
        try:
            return super().call(handler)
        except Exception as error:
            if error.__cause__ is None:
                raise
            raise type(error)(*error.args) from None
