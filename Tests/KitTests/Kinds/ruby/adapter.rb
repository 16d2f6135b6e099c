# The example's promise with one fault, which only one kind of value, function, exception or thenable shows.

example = "#{__dir__}/../../../../adapters/kits/ruby/example/adapter.rb"
adapter = eval(File.read(example), TOPLEVEL_BINDING.dup, example)

# Each replaces methods of the promise.
faults = {
  "value is compared" => proc do
    def resolve(value) = value == self ? settle(:rejected, TypeError.new("itself")) : super
  end,
  "value is asked for its class" => proc do
    def resolve(value) = value.is_a?(ExamplePromise) ? super : super(value)
  end,
  "value is asked whether it is nil" => proc do
    def resolve(value) = super(value.nil? ? nil : value)
  end,
  "value is a key" => proc do
    def resolve(value) = super({ value => true }.keys.first)
  end,
  "value is destructured" => proc do
    def resolve(value) = super(proc { |first, _| value.is_a?(Array) ? value : first }.call(value))
  end,
  "value is printed" => proc do
    def settle(state, value)
      @text = "#{state} with #{value}"
      super
    end
  end,
  "handler is a Proc" => proc do
    def handler?(handler) = handler.is_a?(Proc)
  end,
  "handler is negated" => proc do
    def handler?(handler) = !(!handler) && super
  end,
  "handler says how many parameters it has" => proc do
    def call(handler, argument) = handler.arity.zero? ? handler.call : super
  end,
  "handler is made a block" => proc do
    def call(handler, argument) = pass(argument, &handler)
    def pass(argument) = yield(argument)
  end,
  "handler is called in a loop" => proc do
    def call(handler, argument)
      loop { return super }
      nil
    end
  end,
  "reason is printed" => proc do
    def settle(state, value)
      @text = value.message if value.is_a?(Exception)
      super
    end
  end,
  "reason is called" => proc do
    def settle(state, value) = super(state, state == :rejected && value.respond_to?(:call) ? value.call : value)
  end,
  "reason is a StandardError" => proc do
    def settle(state, value)
      raise TypeError, "no reason" if value.is_a?(Exception) && !value.is_a?(StandardError)

      super
    end
  end,
  "thenable is asked for methods of its own" => proc do
    def thenable?(value) = value.singleton_methods.include?(:then) || ExamplePromise === value
  end
}

ENV["APLUS_FAULT"]&.then { |name| ExamplePromise.prepend(Module.new(&faults.fetch(name))) }
adapter
