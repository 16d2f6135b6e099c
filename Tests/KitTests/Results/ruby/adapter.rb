# The promise of the example with combinators, of which a fault makes one tell something wrong.

example = "#{__dir__}/../../../../adapters/kits/ruby/example/adapter.rb"
adapter = eval(File.read(example), TOPLEVEL_BINDING.dup, example)
fault = ENV.fetch("APLUS_FAULT", "")
empty = []

# How each member settled, and with what, once all are settled.
settlements = lambda do |members, **|
  promise = ExamplePromise.new
  resolve, = promise.resolvers
  told = []
  missing = members.size
  members.each_with_index do |member, index|
    tell = lambda do |word, key, content|
      told[fault == "order is that of the settlements" ? told.size : index] = { status: word, key => content }
      missing -= 1
      resolve.call(told) if missing.zero?
    end
    value = ->(content) { tell.call(:fulfilled, :value, content) }
    reason = ->(content) { tell.call(:rejected, :reason, content) }
    member.then(value, fault == "rejection is told as a value" ? value : reason)
  end
  resolve.call(fault == "empty list is shared" ? empty : []) if members.empty?
  promise
end

# The values of all members, or the first reason.
all = lambda do |members, **|
  promise = ExamplePromise.new
  resolve, reject = promise.resolvers
  values = []
  missing = members.size
  members.each_with_index do |member, index|
    member.then(lambda do |value|
      values[index] = value
      missing -= 1
      resolve.call(values) if missing.zero?
    end, reject)
  end
  resolve.call(values) if members.empty?
  promise
end

adapter.merge(
  combinators: { "all" => all, "allSettled" => settlements },
  capabilities: adapter[:capabilities] + ["results:allSettled"]
)
