# frozen_string_literal: true

require_relative "constants"

module Host
  # Calls the library, and records a frame for each call.
  class Library
    SETTLEMENTS = { "fulfilled" => "fulfill", "rejected" => "reject", "resolved" => "resolve" }.freeze

    def initialize(run, adapter)
      @run = run
      @recorder = run.recorder
      @adapter = adapter
    end

    # Records a frame around a call; returns its result, or NOTHING if it raised. `escaped` takes what it raised.
    def enter(fields, context, describe = nil, escaped = nil)
      frame = @recorder.begin(fields, context.indices)
      begin
        value = Thread.handle_interrupt(Object => :immediate) { yield }
      rescue Exception => error
        @recorder.end(frame, { threw: @recorder.reference(error) }, context.indices)
        escaped&.call(error)
        return NOTHING
      end
      @recorder.end(frame, describe ? describe.call(value) : {}, context.indices)
      value
    end

    # Makes a call that returns a promise, and binds that to the name in `as`.
    def give(step, context, fields, &body)
      @run.names.while_binding(step["as"] && context.name(step["as"])) do
        value = enter(fields, context, ->(given) { { gives: @recorder.promise_reference(given) } }, &body)
        @run.names.bind(step["as"], value, context) if step.key?("as") && !NOTHING.equal?(value)
      end
    end

    # Makes a promise of the library; returns the mark UNBOUND if the library raised instead.
    def make(expression, context)
      state = expression["promise"]
      is_due = expression.key?("when")
      value = @run.values.evaluate(expression["with"], context)
      ready = @adapter.ready(state) unless is_due || state == "pending"
      shown = is_due ? "pending" : state
      fields = { in: "make", promise: shown, door: ready ? "ready" : "deferred" }
      fields[:step] = context.step if context.step
      fields[:with] = @recorder.reference(value) if shown != "pending"
      settlers = nil
      promise = enter(fields, context, method(:made)) do
        next ready.call(value) if ready

        made, *settlers = @adapter.deferred
        call_settler(settlers, SETTLEMENTS[state], value) if shown != "pending"
        made
      end
      return @run.names.mark("UNBOUND") if NOTHING.equal?(promise)

      @run.round.settlers[promise] = settlers if settlers
      settle_when_idle(promise, settlers, SETTLEMENTS[state], value, context) if is_due
      promise
    end

    # Settles a promise of `make` by `fulfill`, `reject` or `resolve`.
    def settle(fields, settlers, verb, value, context)
      enter(fields, context, method(:accepted)) { call_settler(settlers, verb, value) }
    end

    # What a settle or cancel reported, if the adapter claims that it does; others may return any value.
    def accepted(result)
      @adapter.reports_acceptance && [true, false].include?(result) ? { accepted: result } : {}
    end

    private

    def made(promise)
      @recorder.introduce(promise, { kind: "promise" })
      { gives: @recorder.reference(promise) }
    end

    def settle_when_idle(promise, settlers, verb, value, context)
      due = @recorder.reference(promise)
      @run.round.idle_blocks << lambda do
        @recorder.note({ e: "block", due: due }, context.indices)
        settle({ in: verb, on: due, with: @recorder.reference(value) }, settlers, verb, value, context)
      end
    end

    def call_settler(settlers, verb, value)
      settlers[verb == "reject" ? 1 : 0].call(value)
    end
  end
end
