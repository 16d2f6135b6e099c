# A promise that calls handlers from within its settlement: a chain takes as much of the stack as it is long.

class Chain
  def initialize
    @reactions = []
  end

  def settle(state, value)
    return if @state

    @state, @value = state, value
    @reactions.each(&:call)
  end

  def then(on_fulfilled = nil, on_rejected = nil)
    derived = Chain.new
    react = lambda do
      handler = @state == :fulfilled ? on_fulfilled : on_rejected
      next derived.settle(@state, @value) unless handler

      begin
        result = handler.call(@value)
      rescue StandardError, SystemStackError => reason
        next derived.settle(:rejected, reason)
      end
      derived.settle(:fulfilled, result)
    end
    @state ? react.call : @reactions << react
    derived
  end
end

{
  library: "a promise that calls itself", version: "1", promise_types: Chain,
  deferred: lambda do
    promise = Chain.new
    [promise, ->(value = nil) { promise.settle(:fulfilled, value) }, ->(reason) { promise.settle(:rejected, reason) }]
  end,
  then: ->(promise, *handlers) { promise.then(*handlers) }
}
