# frozen_string_literal: true

require "monitor"
require_relative "constants"
require_relative "description"

module Host
  # The names of one round: their values, the marks, and the gates that marks open.
  class Names
    # `over` waits for another thread that is binding a name, as `Run#over?` does.
    def initialize(recorder, over)
      @recorder = recorder
      @over = over
      @lock = Monitor.new
      @bound = @lock.new_cond
      @values = {}
      @gates = {}
      @open_bindings = {}
    end

    # The value of a name, without waiting for it; nil if it is not bound.
    def [](name)
      @values[name]
    end

    # Performs a step that binds a name; other threads wait for the name meanwhile. With nil, no name is bound.
    def while_binding(name)
      return yield unless name

      begin
        @lock.synchronize { @open_bindings[name] = Thread.current }
        yield
      ensure
        @lock.synchronize do
          @open_bindings.delete(name)
          @bound.broadcast
        end
      end
    end

    def bind(written, value, context)
      @lock.synchronize { @values[context.name(written)] = value }
      @recorder.name(value, written)
    end

    # Unbinds a name; returns its value.
    def delete(name)
      @values.delete(name)
    end

    # The value of a name. If it is not bound, records that the step does nothing, and returns NOTHING.
    def bound(written, context)
      name = context.name(written)
      wait_until_bound(name) unless @values.key?(name)
      return @values[name] if @values.key?(name)

      unbound(written, context)
    end

    # The value of a name, or the mark UNBOUND. Marks are made on first use.
    def look_up(written, context)
      return mark(written, context.name(written)) if written.match?(/\A[A-Z]/)

      value = bound(written, context)
      NOTHING.equal?(value) ? mark("UNBOUND") : value
    end

    def mark(written, name = written)
      @lock.synchronize do
        @values[name] ||= @recorder.introduce(Mark.new, { kind: "mark" }).tap { |mark| @recorder.name(mark, written) }
      end
    end

    # Records that a name is not bound; returns NOTHING.
    def unbound(name, context)
      event = { e: "unbound", name: name }
      event[:step] = context.step if context.step
      @recorder.note(event, context.indices)
      NOTHING
    end

    # The gate that a mark opens: a queue that is empty until then.
    def gate(name)
      @lock.synchronize { @gates[name] ||= Queue.new }
    end

    private

    def wait_until_bound(name)
      @lock.synchronize do
        is_bound = -> { @values.key?(name) || [nil, Thread.current].include?(@open_bindings[name]) }
        @over.call do |seconds|
          @bound.wait(seconds) unless is_bound.call
          is_bound.call
        end
      end
    end
  end
end
