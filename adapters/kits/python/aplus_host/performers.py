"""Performs each verb of a program.

A performer returns only an exception of a resolver, which its caller, user code, must throw. Exceptions of other calls
end with their frame.
"""

import functools
import gc
import time

from . import awaits, callbacks
from .calls import Threw, enter, give
from .faults import guarded
from .lanes import perform_lanes, perform_wait
from .measurement import perform_measure
from .names import FREE, Binding
from .promises import settle
from .text import quoted
from .user_code import Role
from .values import evaluate, slot

#: The slots of functions that combinators use as handlers. The functions of other combinators are tasks.
COMBINATOR_SLOTS = {"finally": "finally", "recover": "bad"}


def perform_let(run, step, context):
    inside = context.at(step)
    with Binding(run.names, context.name(step["let"])):
        value = evaluate(run, step["be"], inside)
        if isinstance(step["be"], dict) and "promise" in step["be"] and run.names.is_missing(value):
            run.names.unbound(step["let"], inside)
            return
        run.names.bind(step["let"], value, context)
    text = f'"e":"let","step":{step["id"]},"name":{quoted(step["let"])}'
    run.recorder.note(text, {"value": run.recorder.show(value)}, context)


def perform_settle(verb, run, step, context):
    inside = context.at(step)
    promise = run.names.bound(step[verb], inside)
    if promise is FREE:
        return
    settlers = run.settlers.get(id(promise))
    is_call = callbacks.is_call(promise)
    if settlers is None and not is_call:
        run.names.unbound(step[verb], inside)
        return
    value = evaluate(run, step.get("with"), inside)
    text = f'"in":"{verb}","step":{step["id"]}'
    members = {"on": run.recorder.show(promise), "with": run.recorder.show(value)}
    if is_call:
        enter(run, text, members, context, lambda: callbacks.finish(run, promise, verb, value))
    else:
        enter(run, text, members, context, lambda: settle(run, settlers, verb, value), run.acceptance)


def perform_then(run, step, context):
    inside = context.at(step)
    promise = run.names.bound(step["then"], inside)
    if promise is FREE:
        return
    number = next(run.recorder.registrations)
    members, handlers = {"on": run.recorder.show(promise), "reg": number}, []
    for word in ("ok", "bad"):
        handlers.append(slot(run, step.get(word), inside, Role("handler", word, number)))
        if word in step:
            is_function = isinstance(step[word], str)
            members[word] = quoted(step[word]) if is_function else f'{{"not":{run.recorder.reference(handlers[-1])}}}'
    give(run, step, context, f'"in":"then","step":{step["id"]}', members,
         lambda: run.within(step.get("on"), lambda: run.adapter.then(promise, *handlers)))


def perform_call(run, step, context):
    inside = context.at(step)
    name, _, which = step["call"].rpartition(".")
    pair = run.first_pairs.get(id(run.names.bound(name, inside, silently=True))) if name else context.pair
    resolver = pair and pair[which]
    if not callable(resolver):
        run.names.unbound(step["call"], inside)
        return None
    values = [evaluate(run, step["with"], inside)] if "with" in step else []
    text = f'"in":"call","step":{step["id"]},"pair":{pair["number"]},"which":"{which}"'
    members = {"with": run.recorder.reference(values[0])} if values else {}
    # Python's resolvers require an argument; without one they get None.
    if which == "reject" and values:
        values = [run.rejection(values[0])]
    given = enter(run, text, members, context, lambda: resolver(*(values or [None])))
    return given if isinstance(given, Threw) else None


def perform_combine(run, step, context):
    inside = context.at(step)
    kind = step["combine"]
    members = [evaluate(run, member, inside) for member in step["of"]]
    place = COMBINATOR_SLOTS.get(kind)
    function = slot(run, step.get("call"), inside, Role("handler", place) if place else Role("task"))
    of = run.recorder.listed(members)
    thrown = [run.reason(evaluate(run, step["throws"], inside))] if "throws" in step else []

    def generated():
        yield from members
        for reason in thrown:
            raise reason

    if step.get("list") != "generator":
        run.recorder.introduce(members, f'"kind":"list","items":{of}')

    def combine():
        given = run.adapter.combinators[kind](
            generated() if step.get("list") == "generator" else members, step.get("ms"), step.get("times"), function)
        if step.get("list") == "emptied":
            members.clear()
        return given
    give(run, step, context, f'"in":"combine","step":{step["id"]},"kind":"{kind}"', {"of": of}, combine)
    if run.recorder.weakly:
        run.recorder.forget(members)


def perform_cancel(run, step, context):
    inside = context.at(step)
    promise = run.names.bound(step["cancel"], inside)
    if promise is FREE:
        return
    reasons = [evaluate(run, step["with"], inside)] if "with" in step else []
    text = f'"in":"cancel","step":{step["id"]},"on":{run.recorder.reference(promise)}'
    members = {"with": run.recorder.reference(reasons[0])} if reasons else {}
    if awaits.is_task(promise):
        enter(run, text, members, context, promise.cancel)
    elif callbacks.is_call(promise):
        enter(run, text, members, context, lambda: callbacks.cancel(run, promise))
    else:
        enter(run, text, members, context, lambda: run.adapter.cancel(promise, *map(run.reason, reasons)), run.acceptance)


def perform_mark(run, step, context):
    run.recorder.note(f'"e":"mark","step":{step["id"]},"name":{quoted(step["mark"])}', context=context)
    run.names.gate(step["mark"], context).set()


def perform_later(run, step, context):
    def block():
        run.recorder.note(f'"e":"block","step":{step["id"]}', context=context)
        run.perform(step["do"], context)
    if step["later"] == "idle":
        run.idle_blocks.append(block)
    elif not run.driver.post(guarded(block)):
        run.turns.append(block)


def perform_repeat(run, step, context):
    for index in range(step["repeat"]):
        thrown = run.perform(step["do"], context.repeated(index))
        if thrown:
            return thrown
    return None


def perform_drop(run, step, context):
    def forget():
        for written in step["drop"]:
            value = run.names.drop(written, context)
            run.shared.pop(written, None)
            run.settlers.pop(id(value), None)
            run.recorder.forget(value)
    names = ",".join(map(quoted, step["drop"]))
    enter(run, f'"in":"drop","step":{step["id"]},"names":[{names}]', {}, context, forget)


def perform_abandon(run, step, context):
    """Releases what settles a promise: the last references to its resolvers."""
    inside = context.at(step)
    promise = run.names.bound(step["abandon"], inside)
    if promise is FREE:
        return
    settlers = run.settlers.pop(id(promise))
    text = f'"in":"abandon","step":{step["id"]},"on":{run.recorder.reference(promise)}'
    enter(run, text, {}, context, settlers.clear)


def perform_probe(run, step, context):
    run.recorder.loosen()
    gc.collect()
    yes = run.names.is_gone(step["probe"], context)
    text = f'"e":"gone","step":{step["id"]},"name":{quoted(step["probe"])},"yes":{"true" if yes else "false"}'
    run.recorder.note(text, context=context)


def perform_pause(run, step, context):
    time.sleep(step["pause"] / 1000)


class Performers(dict):
    """Performers by verb."""

    def __missing__(self, verb):
        raise NotImplementedError(f"this host cannot perform {verb}")


PERFORMERS = Performers({
    "let": perform_let, "start": callbacks.perform_start, "await": awaits.perform_await, "then": perform_then,
    "call": perform_call, "combine": perform_combine,
    "fulfill": functools.partial(perform_settle, "fulfill"), "reject": functools.partial(perform_settle, "reject"),
    "resolve": functools.partial(perform_settle, "resolve"), "cancel": perform_cancel, "mark": perform_mark,
    "later": perform_later, "repeat": perform_repeat, "lanes": perform_lanes, "wait": perform_wait,
    "drop": perform_drop, "abandon": perform_abandon, "probe": perform_probe, "measure": perform_measure,
    "pause": perform_pause,
})
