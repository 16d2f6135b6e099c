# A faulty library: of the threads that wait for a promise, its settlement wakes only one.

class WakesOne
  LOCK = Monitor.new

  def initialize
    @handlers = []
    @condition = LOCK.new_cond
  end

  def settle(is_fulfilled, value)
    handlers = LOCK.synchronize do
      return if @outcome

      @outcome = [is_fulfilled, value]
      @condition.signal
      @handlers
    end
    handlers.each { |handler| handler.call(*@outcome) }
  end

  def get
    LOCK.synchronize { @condition.wait_until { @outcome } }
    is_fulfilled, value = @outcome
    [is_fulfilled, value, value]
  end

  def then(ok, bad)
    derived = WakesOne.new
    react = lambda do |is_fulfilled, value|
      handler = is_fulfilled ? ok : bad
      handler ? derived.settle(true, handler.call(value)) : derived.settle(is_fulfilled, value)
    end
    LOCK.synchronize { @handlers << react unless @outcome }
    react.call(*@outcome) if @outcome
    derived
  end
end

{
  promise_types: WakesOne,
  deferred: -> { (made = WakesOne.new) && [made, made.method(:settle).curry(2)[true], made.method(:settle).curry(2)[false]] },
  then: ->(promise, *handlers) { promise.then(*handlers) },
  awaited: ->(promise, _limit) { promise.get },
  capabilities: ["-adopting-resolve", "threads", "await:blocking"]
}
