"""Makes and settles promises of the library."""

from . import values
from .calls import Threw, enter

SETTLES = {"fulfilled": "fulfill", "rejected": "reject", "resolved": "resolve"}


def make(run, expression, context):
    """Makes a promise of the library."""
    state, is_due = expression["promise"], "when" in expression
    value = values.evaluate(run, expression.get("with"), context)
    ready = None if is_due or state == "pending" else run.adapter.ready(state)
    shown = "pending" if is_due else state
    text = f'"in":"make","promise":"{shown}","door":"{"ready" if ready else "deferred"}"{context.step_member}'
    members = {} if shown == "pending" else {"with": run.recorder.reference(value)}
    settlers = None

    def body():
        nonlocal settlers
        if ready:
            return ready(run.rejection(value) if state == "rejected" else value)
        promise, *settlers = run.adapter.deferred()
        if shown != "pending":
            settle(run, settlers, SETTLES[state], value)
        return promise

    def describe(promise):
        run.recorder.introduce(promise, '"kind":"promise"')
        return {"gives": run.recorder.show(promise)}
    promise = enter(run, text, members, context, body, describe)
    if isinstance(promise, Threw):
        return run.names.mark("UNBOUND")
    if settlers:
        run.settlers[id(promise)] = settlers
    if is_due:
        settle_when_idle(run, promise, settlers, SETTLES[state], value, context)
    return promise


def settle_when_idle(run, promise, settlers, verb, value, context):
    due = run.recorder.show(promise)

    def block():
        run.recorder.note(f'"e":"block","due":{run.recorder.reference(promise)}', context=context)
        members = {"on": due, "with": run.recorder.show(value)}
        enter(run, f'"in":"{verb}"', members, context, lambda: settle(run, settlers, verb, value), run.acceptance)
    run.idle_blocks.append(block)


def settle(run, settlers, verb, value):
    """Settles a promise through its own resolvers; Python has one `resolve` for values and promises."""
    resolve, reject = settlers
    return reject(run.rejection(value)) if verb == "reject" else resolve(value)
