package aplus;

/** The value that a name is bound to, which may be null, and whether it is the promise of a deferred. */
record Bound(Object value, boolean isDeferred) {}
