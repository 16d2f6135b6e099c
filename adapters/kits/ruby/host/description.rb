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
    # A value as the trace refers to it.
    def reference(value)
      case value
      when nil then @nothing
      when true, false then value
      when Integer then value.abs < EXACT_INTEGER_LIMIT ? value : { bigint: value.to_s }
      when Float then numeral(value)
      when String then { text: shortened(value) }
      when Thrown then reference(value.value)
      when ->(error) { error.is_a?(Exception) && !@identities.key?(error) && !@adapter.unwrap(error).equal?(error) }
        reference(@adapter.unwrap(value))
      else
        introduce(value, { foreign: true }.merge(describe(value))) unless @identities.key?(value)
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
        name = @adapter.self_resolution?(value) ? "TypeError" : value.class.name
        { kind: "error", class: shortened(name.to_s), message: shortened(value.message) }.merge(@adapter.judged(value))
      when Proc, Method then { kind: "function" }
      else
        @adapter.promise?(value) ? { kind: "promise" } : { kind: "object", class: shortened(value.class.name.to_s) }
      end
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
