# The adapter of your library for aplus-check. Complete each place marked FILL IN, then remove its comment.
# The guide: 'How to write an adapter', and the page of the kit for ruby.
# FILL IN: load your library
require_relative "mylib"

{
  # FILL IN: the class of your promises
  promise_types: ExamplePromise,
  # FILL IN: make a pending promise, and the functions that resolve and reject it
  deferred: -> { (promise = ExamplePromise.new) && [promise, *promise.resolvers] },
  # FILL IN: the call that registers two handlers, either of which may be nil; register all handlers the same way
  then: ->(promise, *handlers) { promise.then(*handlers) },
  # FILL IN: the capabilities of your library: threads if threads may share a promise, thenables if it adopts them
  capabilities: %w[thenables threads]
}
