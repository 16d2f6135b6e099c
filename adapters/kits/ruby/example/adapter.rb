# A conforming promise that runs its jobs on its own thread. The tests of the host use it.

class ExamplePromise
  JOBS = Queue.new
  LOCK = Monitor.new
  SETTLED = LOCK.new_cond
  Thread.new { loop { JOBS.pop.call } }

  def initialize
    @reactions = []
  end

  # A pair of functions, of which only the first call takes effect.
  def resolvers
    open = true
    once = lambda do |settle|
      lambda do |value = nil|
        first = LOCK.synchronize { open.tap { open = false } }
        settle.call(value) if first
      end
    end
    [once.call(method(:resolve)), once.call(->(reason) { settle(:rejected, reason) })]
  end

  def resolve(value)
    return settle(:rejected, TypeError.new("a promise cannot be resolved with itself")) if value.equal?(self)
    return settle(:fulfilled, value) unless thenable?(value)

    JOBS << lambda do
      resolve, reject = resolvers
      begin
        value.then(resolve, reject)
      rescue StandardError => reason
        reject.call(reason)
      end
    end
  end

  # Every object has a `then`, and some raise when they are asked for it.
  def thenable?(value)
    found = Kernel.instance_method(:method).bind_call(value, :then)
    found.source_location != Kernel.instance_method(:then).source_location
  rescue NameError
    false
  end

  def settle(state, value)
    LOCK.synchronize do
      @settled = [state, value]
      @reactions.each { |reaction| JOBS << reaction }
      SETTLED.broadcast
    end
  end

  # Blocks the calling thread until the promise is settled; returns whether it is fulfilled, its value and its reason.
  def get(seconds)
    deadline = seconds && Process.clock_gettime(Process::CLOCK_MONOTONIC) + seconds
    LOCK.synchronize do
      until @settled
        left = deadline && deadline - Process.clock_gettime(Process::CLOCK_MONOTONIC)
        raise TimeoutError if left&.negative?

        SETTLED.wait(left)
      end
    end
    state, value = @settled
    [state == :fulfilled, value, value]
  end

  # The error of a getter whose time limit has passed.
  class TimeoutError < StandardError
  end

  # Whether a handler can be called. Asking an object may raise.
  def handler?(handler)
    handler.respond_to?(:call)
  rescue StandardError
    false
  end

  def call(handler, argument) = handler.call(argument)

  def then(on_fulfilled = nil, on_rejected = nil)
    derived = ExamplePromise.new
    react = lambda do
      state, value = @settled
      handler = state == :fulfilled ? on_fulfilled : on_rejected
      next derived.settle(state, value) unless handler?(handler)

      begin
        result = call(handler, value)
      rescue StandardError => reason
        next derived.settle(:rejected, reason)
      end
      derived.resolve(result)
    end
    LOCK.synchronize { @settled ? JOBS << react : @reactions << react }
    derived
  end
end

{
  library: "a conforming promise", version: "1", promise_types: ExamplePromise,
  deferred: -> { (made = ExamplePromise.new) && [made, *made.resolvers] },
  then: ->(promise, *handlers) { promise.then(*handlers) },
  awaited: ->(promise, limit) { promise.get(limit && limit / 1000.0) },
  is_timeout: ->(reason) { ExamplePromise::TimeoutError === reason },
  capabilities: %w[thenables nonfunctions threads await:blocking,limit]
}
