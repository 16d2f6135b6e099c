# frozen_string_literal: true

require_relative "constants"

module Host
  # An identity and nothing else.
  class Mark
  end

  # Carries what is no exception through a language that raises only exceptions.
  class Thrown < StandardError
    attr_reader :value

    def initialize(value)
      super()
      @value = value
    end
  end

  # How the recorder writes values and describes objects.
  module Description
    # The class of any object, whatever it says itself.
    CLASS = Kernel.instance_method(:class)

    # A value as the trace refers to it.
    def reference(value)
      # First: what is known need not bear being looked at.
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

    # Like `reference`, for what a library call gave as a promise.
    def promise_reference(value)
      introduce(value, { kind: "promise", thenable: true }) if @adapter.promise?(value)
      reference(value)
    end

    private

    # What an object from the library looks like.
    def describe(value)
      case value
      when Array
        { kind: "list", items: value.map { |item| item.is_a?(Array) ? { is: "nothing" } : reference(item) } }
      when Exception
        name = @adapter.self_resolution?(value) ? "TypeError" : class_name(value)
        { kind: "error", class: name, message: message_of(value) }.merge(@adapter.judged(value))
      when Proc, Method then { kind: "function" }
      else
        @adapter.promise?(value) ? { kind: "promise" } : { kind: "object", class: class_name(value) }
      end
    end

    def class_name(value)
      shortened(CLASS.bind_call(value).name.to_s)
    end

    # The message of an exception; empty where a hostile one raises instead.
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
