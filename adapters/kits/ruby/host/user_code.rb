# frozen_string_literal: true

require "monitor"
require_relative "context"
require_relative "description"
require_relative "escapes"
require_relative "guard"
require_relative "kinds"

module Host
  # What a function is called as: the first fields of its frames, and the thenable whose `then` it is, if any.
  Role = Struct.new(:frame, :subject)

  # What a resolver raised, which ends the steps of the user code that called it, as an exception would.
  Raised = Struct.new(:error)

  # The functions of a program, which the library calls: each records the call, performs its steps, then returns or
  # raises.
  class UserCode
    def initialize(run)
      @run = run
      @recorder = run.recorder
      @lock = Monitor.new
    end

    # The value in a place for a function: a closure, a value that is not a function, or nil.
    def slot(expression, context, role)
      return if expression.nil?

      expression.is_a?(String) ? closure(expression, role, context) : @run.values.evaluate(expression["not"], context)
    end

    private

    # A new function for a registration, or the one that all registrations share.
    def closure(name, role, context)
      definition = @run.program["functions"].fetch(name)
      shared = @run.round.shared
      return shared[name] if definition["shared"] && shared.key?(name)

      calls = 0
      made = lambda do |*arguments|
        Host.assure_room
        number = @lock.synchronize { calls += 1 }
        value, throws = Host.guarded { call(name, definition, role, number, arguments, context) }
        next value unless throws

        error = reason(value)
        Host.note_raise(error, @recorder)
        raise error
      end
      made = Kinds.find(Kinds::FUNCTIONS, definition["kind"]).call(made) if definition["kind"]
      shared[name] = made if definition["shared"]
      made
    end

    # One call of user code: its frame, its steps, its ending. Returns a value, and whether to raise it.
    def call(name, definition, role, number, arguments, context)
      fields = role.frame.merge(fn: name)
      pair = context.pair
      fields.delete(:reg) if definition["shared"]
      if role.subject
        pair = take_pair(role.subject, arguments)
        fields.merge!(on: @recorder.reference(role.subject), pair: pair[:number])
      end
      seen = arguments.first(2).map { |value| @recorder.reference(value) }
      frame = @recorder.begin(fields.merge(call: number, argc: arguments.size, args: seen), context.indices)
      inside = Context.new(context.indices, pair, nil)
      raised = @run.verbs.perform(definition["steps"] || [], inside)
      return leave(frame, raised.error, true, context) if raised

      endings = definition["ends"] || []
      chosen = endings[[number, endings.size].min - 1] unless endings.empty?
      unless chosen
        @recorder.end(frame, {}, context.indices)
        return [nil, false]
      end
      throws = chosen.key?("throw")
      value = @run.values.evaluate(chosen[throws ? "throw" : "return"], inside)
      leave(frame, value, throws, context)
    end

    # Ends a frame of user code with a value that is returned or raised.
    def leave(frame, value, throws, context)
      @recorder.end(frame, { (throws ? :threw : :returned) => @recorder.reference(value) }, context.indices)
      [value, throws]
    end

    # Numbers a pair of resolvers that a thenable got. The thenable's name refers to its first pair.
    def take_pair(subject, arguments)
      pair = { number: @recorder.next_number(:pair), resolve: arguments[0], reject: arguments[1] }
      @run.round.first_pairs[subject] ||= pair
      pair
    end

    # A value in a form that Ruby can raise; always the same object for the same value.
    def reason(value)
      return value if Exception === value

      @lock.synchronize { @run.round.thrown[value] ||= Thrown.new(value) }
    end
  end
end
