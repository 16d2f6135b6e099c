# A small promise whose process ends somewhere: `APLUS_CRASH` names the place.
#
# In the library: `then` (an exit that nothing can rescue), `nested` (a `then` that a handler calls: an abort of the
# interpreter), `throw` (an exit on what a handler raises), `stack` (a `then` that calls itself for ever), `job` (a job that
# raises what is no StandardError), `end` (one that asks for the end of the process). Elsewhere: `load`, `make`, `queue` (a job
# of no promise), `kill` (a `then` in which somebody else ends the process).
#
# The process goes on: `pause` (a settlement of four reactions, after which the process is stopped for a while).

require "fiddle"

PLACE = ENV.fetch("APLUS_CRASH", "")
ABORT = Fiddle::Function.new(Fiddle.dlopen(nil)["abort"], [], Fiddle::TYPE_VOID)

# Ends the process where the place is the one that is asked for.
def crash(place)
  exit!(3) if PLACE == place
end

# Stops the process for longer than the host waits for a library.
def pause
  system("kill -STOP $PPID; sleep $APLUS_PAUSE; kill -CONT $PPID")
end

NAP = -> { sleep 0.02 }

class Crashing
  JOBS = Queue.new
  LOCK = Monitor.new

  # Works on what is there, and ends with what a job raises.
  def self.work
    Thread.new { loop { JOBS.pop.call } }
  end

  def initialize
    @reactions = []
  end

  def settle(state, value)
    LOCK.synchronize do
      return if @state

      @state, @value = state, value
      # No smoke program has so many.
      [*[NAP] * 5, -> { pause }, *[NAP] * 20].each { |job| JOBS << job } if PLACE == "pause" && @reactions.size == 4
      @reactions.each { |reaction| JOBS << reaction }
    end
    # Only when nobody is in the library any more: the host looks whether anything can run.
    JOBS << -> { Thread.pass until Thread.main.backtrace.grep(/quiescence/).any?; crash("queue") } if PLACE == "queue"
    JOBS << -> { raise NoMemoryError } if PLACE == "job"
    JOBS << -> { exit } if PLACE == "end"
  end

  def follow(result)
    return settle(:rejected, TypeError.new("a promise that waits for itself")) if result.equal?(self)

    result.is_a?(Crashing) ? result.react { settle(*result.outcome) } : settle(:fulfilled, result)
  end

  def react(&reaction)
    LOCK.synchronize { @state ? JOBS << reaction : @reactions << reaction }
  end

  def outcome
    [@state, @value]
  end

  def then(on_fulfilled = nil, on_rejected = nil)
    crash("then")
    ABORT.call if PLACE == "nested" && Thread.current[:handles]
    return self.then(on_fulfilled, on_rejected) if PLACE == "stack"
    Process.kill(:KILL, Process.pid) if PLACE == "kill"
    derived = Crashing.new
    react { run(@state == :fulfilled ? on_fulfilled : on_rejected, derived) }
    derived
  end

  private

  def run(handler, derived)
    return derived.settle(@state, @value) unless handler

    Thread.current[:handles] = true
    result = handler.call(@value)
    derived.follow(result)
  rescue StandardError => reason
    crash("throw")
    derived.settle(:rejected, reason)
  ensure
    Thread.current[:handles] = false
  end
end

crash("load")
Crashing.work

{
  library: "a promise that crashes", version: "1", promise_types: Crashing, capabilities: ["-adopting-resolve"],
  deferred: lambda do
    crash("make")
    made = Crashing.new
    [made, ->(value = nil) { made.settle(:fulfilled, value) }, ->(reason) { made.settle(:rejected, reason) }]
  end,
  then: ->(promise, *handlers) { promise.then(*handlers) }
}
