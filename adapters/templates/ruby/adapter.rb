# What aplus-check does with your library; each line marked FILL IN says what is yours. Take the mark away with it.
# The guide: 'How to write an adapter', and the page of the kit for ruby.
# FILL IN: load your library
require_relative "mylib"

{
  # FILL IN: the class of your promises
  promise_types: ExamplePromise,
  # FILL IN: make a pending promise, and the functions that resolve and reject it
  deferred: -> { (promise = ExamplePromise.new) && [promise, *promise.resolvers] },
  # FILL IN: the call that registers two handlers, either of which may be nil
  then: ->(promise, *handlers) { promise.then(*handlers) },
  # FILL IN: what your library can do: threads where threads may share a promise, thenables where it looks for them
  capabilities: %w[thenables threads]
}
