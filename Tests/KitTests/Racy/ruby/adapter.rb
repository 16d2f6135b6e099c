# A promise without a lock: between the look at its state and the registration another thread may settle it.

class Racy
  def initialize
    @reactions = []
  end

  def settle(state, value)
    return if @state

    @value = value
    @state = state
    reactions, @reactions = @reactions, []
    reactions.each(&:call)
  end

  def then(on_fulfilled = nil, on_rejected = nil)
    derived = Racy.new
    react = lambda do
      handler = @state == :fulfilled ? on_fulfilled : on_rejected
      next derived.settle(@state, @value) unless handler

      begin
        result = handler.call(@value)
      rescue StandardError => reason
        next derived.settle(:rejected, reason)
      end
      derived.settle(:fulfilled, result)
    end
    if @state
      react.call
    else
      @reactions << react
    end
    derived
  end
end

{
  library: "a promise that looks before it registers", version: "1", promise_types: Racy, capabilities: ["threads"],
  deferred: lambda do
    promise = Racy.new
    [promise, ->(value = nil) { promise.settle(:fulfilled, value) }, ->(reason) { promise.settle(:rejected, reason) }]
  end,
  then: ->(promise, *handlers) { promise.then(*handlers) }
}
