# frozen_string_literal: true

require_relative "constants"

module Host
  # A mark of the program: an object that has an identity and nothing else.
  class Mark
  end

  # Carries a value that is not an exception, because Ruby raises only exceptions.
  class Thrown < StandardError
    attr_reader :value

    def initialize(value)
      super()
      @value = value
    end
  end

  # How the recorder writes values and describes objects.
  module Description
    # Returns the class of any object, even if the object overrides `class`.
    CLASS = Kernel.instance_method(:class)

    # A value as a trace writes it.
    def reference(value)
      # Before all that follows: a known object may raise when it is inspected.
      return { ref: @identities[value] } if @identities.key?(value)

      case value
      when nil then @nothing
      when true, false then value
      when Integer then value.abs < EXACT_INTEGER_LIMIT ? value : { bigint: value.to_s }
      when Float then numeral(value)
      when Thrown then reference(value.value)
      when ->(other) { String.equal?(CLASS.bind_call(other)) } then { text: shortened(value) }
      when ->(other) { Exception === other && !@adapter.unwrap(other).equal?(other) }
        reference(@adapter.unwrap(value))
      else
        introduce(value, { foreign: true }.merge(describe(value)))
        { ref: @identities[value] }
      end
    end

    # Like `reference`, for the promise that a library call returned.
    def promise_reference(value)
      introduce(value, { kind: "promise", thenable: true }) if @adapter.promise?(value)
      reference(value)
    end

    private

    # The description of an object that came from the library.
    def describe(value)
      case value
      when Array
        { kind: "list", items: value.map { |item| Array === item ? inner_list(item) : reference(item) } }
      when ->(other) { outcome_of(other) }
        word, content = outcome_of(value)
        { kind: "object", outcome: word, items: [reference(content)] }
      when Exception
        name = @adapter.self_resolution?(value) ? "TypeError" : class_name(value)
        { kind: "error", class: name, message: message_of(value) }.merge(@adapter.judged(value))
      when Proc, Method then { kind: "function" }
      else
        @adapter.promise?(value) ? { kind: "promise" } : { kind: "object", class: class_name(value) }
      end
    end

    # A list inside another one, without its items if it is not the program's: it may contain itself.
    def inner_list(value)
      introduce(value, { foreign: true, kind: "list" }) unless @identities.key?(value)
      { ref: @identities[value] }
    end

    # How a member settled, and with what, if the value is an element of what `allSettled` gives.
    def outcome_of(value)
      return unless Hash.equal?(CLASS.bind_call(value)) && value.size == 2

      case value
      in { status: :fulfilled | "fulfilled", value: content } then ["fulfilled", content]
      in { status: :rejected | "rejected", reason: content } then ["rejected", content]
      else nil
      end
    end

    def class_name(value)
      shortened(CLASS.bind_call(value).name.to_s)
    end

    # The message of an exception; empty if reading it raises.
    def message_of(error)
      shortened(error.message.to_s)
    rescue StandardError
      ""
    end

    def numeral(number)
      return { is: "NaN" } if number.nan?
      return { is: number.positive? ? "Infinity" : "-Infinity" } if number.infinite?
      return { is: "-0" } if number.zero? && (1 / number).negative?

      number
    end

    def shortened(text)
      text.dup.force_encoding(Encoding::UTF_8).scrub[0, LONGEST_TEXT_LENGTH]
    end
  end
end
