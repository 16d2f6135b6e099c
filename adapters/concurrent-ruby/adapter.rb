# Concurrent::Promises of concurrent-ruby, with an executor of one thread.
# Its `then` takes one handler, so this uses `chain`, whose block takes both outcomes, and `flat`, which follows the
# future that the block returns.

require "concurrent"

promises = Concurrent::Promises
executor = Concurrent::SingleThreadExecutor.new
log = Concurrent.global_logger
# An executor reports what a job raises only to its log.
Concurrent.global_logger = lambda do |level, name, *message, &block|
  name.is_a?(Exception) ? Host.uncaught(name) : log.call(level, name, *message, &block)
end

{
  library: "Concurrent::Promises", version: Concurrent::VERSION, promise_types: promises::Future,
  deferred: -> { (made = promises.resolvable_future) && [made, made.method(:fulfill), made.method(:reject)] },
  resolved: ->(value) { promises.fulfilled_future(value) }, rejected: ->(reason) { promises.rejected_future(reason) },
  then: lambda do |future, ok = nil, bad = nil|
    chained = future.chain_on(executor) do |fulfilled, value, reason|
      handler = fulfilled ? ok : bad
      result = handler ? handler.call(fulfilled ? value : reason) : future
      promises::Future === result ? result : promises.fulfilled_future(result)
    end
    chained.flat
  end,
  combinators: {
    "all" => ->(futures, **) { promises.zip_futures(*futures) },
    "zip" => ->(futures, **) { futures.size == 2 ? futures.first.zip(futures.last) : promises.zip(*futures) },
    # A zip tells the values and the reasons in a list each, with nil where there is none.
    "allSettled" => lambda do |futures, **|
      promises.zip_futures(*futures).chain_on(executor) do |_, values, reasons|
        values.zip(reasons || []).map do |value, reason|
          reason ? { status: :rejected, reason: reason } : { status: :fulfilled, value: value }
        end
      end
    end,
    "any" => ->(futures, **) { promises.any_fulfilled_future(*futures) },
    "race" => ->(futures, **) { promises.any_resolved_future(*futures) }
  },
  awaited: ->(future, limit) { future.result(limit && limit / 1000.0) or raise Concurrent::TimeoutError },
  is_timeout: ->(reason) { Concurrent::TimeoutError === reason },
  capabilities: ["-adopting-resolve", "threads", "await:blocking,limit", "results:allSettled"]
}
