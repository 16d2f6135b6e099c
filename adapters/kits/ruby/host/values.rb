# frozen_string_literal: true

require_relative "description"
require_relative "kinds"
require_relative "user_code"

module Host
  # Evaluates the value expressions of a program.
  class Values
    ERRORS = Hash.new(StandardError).merge("TypeError" => TypeError, "RangeError" => RangeError).freeze

    def initialize(run)
      @run = run
      @recorder = run.recorder
    end

    def evaluate(value, context)
      return @run.names.look_up(value, context) if value.is_a?(String)
      return value unless value.is_a?(Hash)
      return value["text"] if value.key?("text")
      return special(value["is"]) if value.key?("is")
      return @run.library.make(value, context) if value.key?("promise")
      return thenable(value["thenable"], context) if value.key?("thenable")

      if value.key?("error")
        return @recorder.introduce(ERRORS[value["error"]].new, { kind: "error", class: value["error"] })
      end

      items = value["list"].map { |item| evaluate(item, context) }
      @recorder.introduce(items, { kind: "list", items: items.map { |item| @recorder.reference(item) } })
    end

    private

    def special(word)
      case word
      when "undefined" then nil
      when "NaN" then Float::NAN
      when "-0" then -0.0
      when "bigint" then 2**70
      when "function" then function
      when "array-of-function"
        inner = function
        @recorder.introduce([inner], { kind: "list", items: [@recorder.reference(inner)] })
      when /\./ then kind(word)
      else
        made = word == "date" ? Time.now : Mark.new
        @recorder.introduce(made, { kind: "object", class: word.capitalize })
      end
    end

    def function
      @recorder.introduce(-> { @run.names.mark("O") }, { kind: "function" })
    end

    # A value of a kind.
    def kind(word)
      made = Kinds.find(Kinds::VALUES, word).call
      is_error = Exception === made
      name = is_error ? Description::CLASS.bind_call(made).name.to_s : word.split(".").last
      # The trace writes these literally, without an identity.
      return made if [Integer, Float, String].any? { |type| type.equal?(Description::CLASS.bind_call(made)) }

      @recorder.introduce(made, { kind: is_error ? "error" : "object", class: name })
    end

    # An object with its own `then`: in Ruby, every object inherits one.
    def thenable(thenable, context)
      value = nil
      shape = thenable["shape"]
      enter = ->(*arguments) { value.call(*arguments) }
      subject = shape&.include?(".") ? Kinds.find(Kinds::CARRIERS, shape).call(enter) : Object.new
      named = thenable["then"].is_a?(String)
      @recorder.introduce(subject, { kind: "thenable" }.merge(named ? { thenable: true } : {}))
      @run.names.bind(thenable["as"], subject, context) if thenable.key?("as")
      value = @run.user_code.slot(thenable["then"], context, Role.new({ in: "thenable" }, subject))
      subject.define_singleton_method(:then, &enter) if named && Object.equal?(Description::CLASS.bind_call(subject))
      subject
    end
  end
end
