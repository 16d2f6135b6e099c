# frozen_string_literal: true

require "delegate"
require "ostruct"
require "set"
require "timeout"

module Host
  # The kinds of values, functions, exceptions and thenables in Ruby, as `kinds` of ../../vocabulary.json lists them.
  module Kinds
    module_function

    REFUSE = ->(*) { raise "what nobody may ask for was asked for" }

    # The entry of a kind in one of the tables.
    def find(table, word)
      language, name = word.split(".")
      raise KeyError, word unless language == "ruby"

      table.fetch(name)
    end

    # A module with a method for each name, which returns a value or runs a function.
    def answering(members)
      Module.new do
        members.each { |name, answer| define_method(name, &(answer.is_a?(Proc) ? answer : ->(*) { answer })) }
      end
    end

    # Methods that a library may stumble over, by trait.
    TRAITS = {
      "equal" => { :== => true, :!= => false, :=== => true, eql?: true },
      "unequal" => { :== => false, :!= => true, :=== => false, eql?: false },
      "incomparable" => { :== => REFUSE, :!= => REFUSE, :=== => REFUSE, eql?: REFUSE, :<=> => REFUSE },
      "nil-like" => { nil?: true },
      "negated" => { :! => true },
      "unhashable" => { hash: REFUSE, eql?: REFUSE },
      "unprintable" => %i[to_s inspect message full_message detailed_message].to_h { |name| [name, REFUSE] },
      "array-like" => { to_a: ["a", "b"].freeze, to_ary: ["a", "b"].freeze, size: 0, length: 0, empty?: true },
      "undupable" => { dup: REFUSE, clone: REFUSE, initialize_copy: REFUSE }
    }.transform_values { |members| answering(members) }.freeze

    # An instance of a new class.
    def instance(trait = nil, base = Object, *arguments, &body)
      Class.new(base) do
        include trait if trait
        class_eval(&body) if body
      end.new(*arguments)
    end

    # What the block makes of each trait, by the name of the trait with an ending.
    def each_trait(ending = "")
      TRAITS.to_h { |name, trait| ["#{name}#{ending}", yield(trait)] }
    end

    # Answers to any name with itself, except for names that would make it a function, array, string or hash.
    UNANSWERED = %i[call to_ary to_proc to_str to_hash].freeze
    ANSWERING = answering(
      method_missing: ->(name, *rest) { UNANSWERED.include?(name) ? super(name, *rest) : self },
      respond_to_missing?: ->(name, *) { !UNANSWERED.include?(name) },
      then: ->(*) { self }
    )

    # An exception that cannot be recreated from its message.
    class Several < StandardError
      def initialize(code, reason, place:)
        super(code)
        @reason = reason
        @place = place
      end
    end

    # The exception that a block raises.
    def raised
      yield
    rescue StandardError => error
      error
    end

    # A proc whose method has returned: `return` in it raises.
    def orphan
      proc { return }
    end

    def caused
      cause = raised { raise ZeroDivisionError, "cause" }
      raised { raise ArgumentError, "caused", cause: cause }
    end

    def cyclic
      [].tap { |list| list << list }
    end

    # Makes values of each kind, including functions and exceptions.
    VALUES = {
      **each_trait { |trait| -> { instance(trait) } },
      "plain" => -> { instance },
      "basic" => -> { BasicObject.new },
      "typeless" => -> { instance(answering(is_a?: REFUSE, kind_of?: REFUSE, instance_of?: REFUSE, class: NilClass)) },
      "frozen" => -> { Object.new.freeze },
      "hash-like" => -> { instance(answering(to_h: { a: 1 }.freeze, to_hash: { a: 1 }.freeze)) },
      "text-like" => -> { instance(answering(to_str: "text")) },
      "proc-like" => -> { instance(answering(to_proc: ->(*) { REFUSE })) },
      "exception-like" => -> { instance(answering(exception: ->(*) { StandardError.new("made") })) },
      "promise-like" => lambda do
        instance(answering(value: 1, state: :pending, fulfilled?: false, rejected?: true, reason: 2))
      end,
      "delegator" => -> { SimpleDelegator.new(nil) },
      "open-struct" => -> { OpenStruct.new },
      "symbol" => -> { :symbol },
      "empty-symbol" => -> { :"" },
      "frozen-text" => -> { "frozen" },
      "binary-text" => -> { "\xFF\x00".b },
      "text-heir" => -> { Class.new(String).new("text") },
      "huge" => -> { 10**40 },
      "rational" => -> { Rational(0, 1) },
      "complex" => -> { Complex(0, 0) },
      "infinity" => -> { Float::INFINITY },
      "array" => -> { [1] },
      "empty-array" => -> { [] },
      "pair" => -> { [true, [1, 2]] },
      "array-heir" => -> { Class.new(Array).new([1, 2]) },
      "cyclic" => -> { cyclic },
      "hash" => -> { { then: nil, "text" => 1 } },
      "empty-hash" => -> { {} },
      "asking-hash" => -> { Hash.new { REFUSE.call } },
      "set" => -> { Set.new([1]) },
      "range" => -> { (1..2) },
      "endless-range" => -> { (1..) },
      "struct" => -> { Struct.new(:value, :reason).new(1, nil) },
      "empty-struct" => -> { Struct.new(:then_).new },
      "data" => -> { (defined?(Data) && Data.respond_to?(:define) ? Data.define : Class.new).new.freeze },
      "regexp" => -> { Regexp.new("regexp") },
      "time" => -> { Time.at(0) },
      "enumerator" => -> { [1].each },
      "lazy" => -> { (1..).lazy },
      "fiber" => -> { Fiber.new { 1 } },
      "queue" => -> { Queue.new.close },
      "mutex" => -> { Thread::Mutex.new.tap(&:lock) },
      "closed-stream" => -> { IO.pipe.each(&:close).first },
      "binding" => -> { instance.instance_eval { binding } },
      "class" => -> { Class.new },
      "exception-class" => -> { Class.new(StandardError) },
      "module" => -> { Module.new },
      "singleton-class" => -> { Object.new.singleton_class },
      "main" => -> { TOPLEVEL_BINDING.receiver },
      "error" => -> { StandardError.new("returned") },
      "frozen-error" => -> { StandardError.new("frozen").freeze },

      # Functions.
      "lambda" => -> { -> {} },
      "proc" => -> { proc {} },
      "method-object" => -> { instance.method(:inspect) },
      "unbound-method" => -> { Object.instance_method(:inspect) },
      "symbol-proc" => -> { :inspect.to_proc },
      "curried" => -> { ->(_, _) {}.curry[1] },
      "callable-object" => -> { instance(answering(call: REFUSE)) },
      "callable-class" => -> { Class.new { define_singleton_method(:call, &REFUSE) } },

      # Objects that must not be inspected.
      "answering" => -> { instance(ANSWERING) },
      "unresponsive" => -> { instance(answering(respond_to?: REFUSE, respond_to_missing?: REFUSE)) },
      "then-raises" => -> { instance(answering(then: REFUSE)) },
      "unreadable" => -> { instance(answering(method: REFUSE, methods: REFUSE, singleton_methods: REFUSE)) }
    }

    # Exceptions that any library must be able to reject with.
    REASONS = {
      **each_trait("-error") { |trait| -> { instance(trait, StandardError, "message") } },
      "wordless-error" => -> { instance(answering(message: nil, to_s: nil), StandardError) },
      "several-arguments" => -> { Several.new(1, "reason", place: "here") },
      "callable-error" => -> { instance(answering(call: REFUSE), StandardError) },
      "raised-error" => -> { raised { raise "raised" } },
      "caused-error" => -> { caused },
      "stop-iteration" => -> { StopIteration.new("stop") },
      "closed-queue-error" => -> { ClosedQueueError.new },
      "uncaught-throw" => -> { raised { throw :tag } },
      "jump-error" => -> { raised { orphan.call } },
      "argument-error" => -> { raised { -> {}.call(1) } },
      "type-error" => -> { TypeError.new("wrong") },
      "no-method-error" => -> { raised { BasicObject.new.nothing } },
      "key-error" => -> { raised { {}.fetch(:key) } },
      "frozen-state-error" => -> { raised { [].freeze << 1 } },
      "system-call-error" => -> { Errno::ENOENT.new("place") },
      "thread-error" => -> { raised { Queue.new.pop(true) } },
      "fiber-error" => -> { raised { Fiber.yield } },
      "timeout-error" => -> { Timeout::Error.new },
      "numeric-error" => -> { raised { 1 / 0 } },
      "encoding-error" => -> { raised { "\xFF".encode("UTF-16") } }
    }.freeze

    # Exceptions that a library may let through where user code raises them.
    FATAL = {
      "exception" => -> { Exception.new("exception") },
      "no-memory-error" => -> { NoMemoryError.new },
      "system-exit" => -> { SystemExit.new(3) },
      "signal" => -> { SignalException.new("SIGTERM") },
      "interrupt" => -> { Interrupt.new },
      "script-error" => -> { ScriptError.new },
      "not-implemented-error" => -> { NotImplementedError.new },
      "load-error" => -> { LoadError.new("place") },
      "security-error" => -> { SecurityError.new },
      "stack-error" => -> { SystemStackError.new }
    }.freeze
    VALUES.merge!(REASONS, FATAL).freeze

    # An object that calls a function.
    def callable(enter, trait = nil, base = Object)
      instance(trait, base) { define_method(:call) { |*arguments| enter.call(*arguments) } }
    end

    # A method that calls a function.
    def method_of(enter)
      Class.new { define_method(:method_) { |*arguments| enter.call(*arguments) } }.instance_method(:method_)
    end

    # `:name.to_proc`, for a method that every object gets.
    def symbol_of(enter)
      name = :"called_#{enter.object_id}"
      BasicObject.define_method(name) { |*rest| enter.call(self, *rest) }
      name.to_proc
    end

    def curried(enter)
      ->(first, rest) { enter.call(first, *rest) }.curry.then { |curry| ->(first, *rest) { curry[first][rest] } }
    end

    # Functions that call another one with their arguments.
    FUNCTIONS = {
      **each_trait { |trait| ->(enter) { callable(enter, trait) } },
      "proc" => ->(enter) { proc { |value| enter.call(value) } },
      "splat-proc" => ->(enter) { proc { |*arguments| enter.call(*arguments) } },
      "lambda" => ->(enter) { ->(value) { enter.call(value) } },
      "optional" => ->(enter) { ->(value = nil, *rest) { enter.call(value, *rest) } },
      "keyword" => ->(enter) { ->(*arguments, flag: false) { flag ? REFUSE.call : enter.call(*arguments) } },
      "block" => ->(enter) { ->(*arguments, &block) { block ? REFUSE.call : enter.call(*arguments) } },
      "next" => ->(enter) { proc { |*arguments| next enter.call(*arguments) } },
      "return" => ->(enter) { lambda { |*arguments| return enter.call(*arguments) } },
      "break" => ->(enter) { lambda { |*arguments| break enter.call(*arguments) } },
      "throw" => ->(enter) { ->(*arguments) { catch(:tag) { throw :tag, enter.call(*arguments) } } },
      "method" => ->(enter) { method_of(enter).then { |method| method.owner.new.method(method.name) } },
      "bound-method" => ->(enter) { method_of(enter).then { |method| method.bind(method.owner.new) } },
      "class-method" => lambda do |enter|
        Class.new { define_singleton_method(:made) { |*all| enter.call(*all) } }.method(:made)
      end,
      "call-method" => ->(enter) { enter.method(:call) },
      "symbol" => ->(enter) { symbol_of(enter) },
      "hash" => ->(enter) { Hash.new { |_, key| enter.call(key) }.compare_by_identity.to_proc },
      "curried" => ->(enter) { curried(enter) },
      "composed" => ->(enter) { ->(*arguments) { arguments } >> ->(arguments) { enter.call(*arguments) } },
      "callable-object" => ->(enter) { callable(enter) },
      "callable-array" => ->(enter) { callable(enter, nil, Array) },
      "callable-class" => ->(enter) { Class.new { define_singleton_method(:call) { |*all| enter.call(*all) } } },
      "callable-module" => ->(enter) { Module.new { define_singleton_method(:call) { |*all| enter.call(*all) } } },
      "callable-struct" => ->(enter) { Struct.new(:enter) { def call(*all) = enter.call(*all) }.new(enter) },
      "delegator" => ->(enter) { SimpleDelegator.new(enter) },
      "frozen" => ->(enter) { enter.dup.freeze },
      "thenable" => ->(enter) { callable(enter, answering(then: REFUSE)) },
      "answering" => ->(enter) { callable(enter, ANSWERING) }
    }.freeze

    # Makes objects with a method `then` that calls a function.
    CARRIERS = {
      **each_trait { |trait| ->(enter) { instance(trait) { define_method(:then, &enter) } } },
      "instance" => ->(enter) { instance { define_method(:then, &enter) } },
      "heir" => ->(enter) { instance(nil, Class.new { define_method(:then, &enter) }) },
      "included" => ->(enter) { instance(answering(then: enter)) },
      "extended" => ->(enter) { Object.new.extend(answering(then: enter)) },
      "frozen" => ->(enter) { instance { define_method(:then, &enter) }.freeze },
      "struct" => ->(enter) { Struct.new(:value) { define_method(:then, &enter) }.new(1) },
      "array" => ->(enter) { instance(nil, Array) { define_method(:then, &enter) } },
      "hash" => ->(enter) { instance(nil, Hash) { define_method(:then, &enter) } },
      "text" => ->(enter) { instance(nil, String) { define_method(:then, &enter) } },
      "error" => ->(enter) { instance(nil, StandardError) { define_method(:then, &enter) } },
      "class" => ->(enter) { Class.new { define_singleton_method(:then, &enter) } },
      "module" => ->(enter) { Module.new { define_singleton_method(:then, &enter) } },
      "lambda" => ->(enter) { -> {}.tap { |made| made.define_singleton_method(:then, &enter) } },
      "callable-object" => ->(enter) { instance(answering(then: enter, call: REFUSE)) },
      "basic" => ->(enter) { instance(nil, BasicObject) { define_method(:then, &enter) } }
    }.freeze
  end
end
