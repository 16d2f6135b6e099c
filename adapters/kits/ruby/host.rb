#!/usr/bin/env ruby
# frozen_string_literal: true

# A host for promises in Ruby, 3.1 or later: performs programs on a library and writes what it saw.
#
#     ruby host.rb ADAPTER-FILE [--name NAME] [--library LIBRARY]
#
# The parts, in order: the wire, the recorder, what escapes, quiescence, the run with its verbs, the adapter, the start.

require "json"
require "monitor"
require "optparse"

LONGEST_TEXT = 200
# Seconds until a wait of the host counts as stuck, or a library that never rests as `bounded`.
PATIENCE = 6
# So many more for each event so far: a library may pass on 100,000 links without one.
PATIENCE_PER_EVENT = 0.0003
# Seconds after the end of input in which late events are still told.
LINGER = 0.2
# At which part of its lines a library is interrupted in lanes, for how many seconds at the most, and how often in one.
INTERRUPTED_LINES = 0.02
LONGEST_INTERRUPTION = 0.005
MOST_INTERRUPTIONS = 50
ERRORS = { "TypeError" => TypeError, "RangeError" => RangeError }.tap { |known| known.default = StandardError }.freeze
SETTLES = { "fulfilled" => "fulfill", "rejected" => "reject", "resolved" => "resolve" }.freeze
NOTHING = Object.new.freeze
CHANCE = ENV.key?("APLUS_SEED") ? Random.new(ENV["APLUS_SEED"].to_i) : Random.new

# Runs the host's own code: what it raises is a fault of the host, never the library's to rescue. What other threads raise
# in this one waits until the library is at work again.
def guarded
  Thread.handle_interrupt(Object => :never) { yield }
rescue Exception => error
  warn "host: #{error.full_message(highlight: false)}"
  exit!(70)
end

# Fails where too little stack is left for the host: a library that calls itself for each link of a chain calls user code
# there, and an event would be recorded in part. To the library it is as if the user's code took more stack than there is.
def assure_room(depth = 40)
  [depth].each { |left| assure_room(left - 1) if left.positive? }
end

# JSON Lines over descriptors that the library cannot reach by accident.
class Wire
  def initialize
    @input = $stdin.dup
    @output = $stdout.dup
    @output.sync = true
    @lock = Monitor.new
    $stdin.reopen(File::NULL)
    $stdout.reopen($stderr)
  end

  # The next message; nil at the end of input.
  def read
    while (line = @input.gets)
      return JSON.parse(line, max_nesting: false) unless line.strip.empty?
    end
  end

  # Writes a message at once; ends the process where nobody reads any more.
  def write(message)
    line = "#{JSON.generate(message, max_nesting: 0)}\n"
    @lock.synchronize { @output.write(line) }
  rescue Errno::EPIPE
    exit!(0)
  end
end

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

# Numbers the events, frames and identities of one run.
class Recorder
  attr_reader :count, :events, :objects, :lock
  attr_accessor :round, :written

  # Records as many events as `limit` says; `overrun` is told of the first one beyond that, and ends the process.
  def initialize(adapter, nothing, written, limit, overrun)
    @adapter = adapter
    @nothing = nothing
    @written = written
    @limit = limit
    @overrun = overrun
    @lock = Monitor.new
    @count = @round = @open = 0
    @events = []
    @objects = []
    @numbers = Hash.new(0)
    @identities = {}.compare_by_identity
    # Descriptions that are new or changed since the last event was handed on, by identity.
    @changed = {}
    @stacks = { Thread.current => 0 }.compare_by_identity
  end

  # The next number of frames, registrations or pairs.
  def next_number(kind)
    @lock.synchronize { @numbers[kind] += 1 }
  end

  # Whether a frame has no end yet.
  def open?
    @lock.synchronize { @open.positive? }
  end

  def note(event, indices = [], opened = 0)
    @lock.synchronize do
      @overrun.call if @count >= @limit
      @open += opened
      stack = @stacks[Thread.current] ||= @stacks.size
      @count += 1
      record = { n: @count, s: stack }.merge(event)
      record[:i] = indices unless indices.empty?
      record[:r] = @round if @round.positive?
      @events << record
      next unless @written

      @written.call(record, @changed)
      @changed = {}
    end
  end

  def begin(fields, indices)
    frame = next_number(:frame)
    note({ e: "begin", f: frame }.merge(fields), indices, 1)
    frame
  end

  def end(frame, result, indices)
    note({ e: "end", f: frame }.merge(result), indices, -1)
  end

  # Hands on what comes from now on, however much it is.
  def finish(written)
    @limit = Float::INFINITY
    @written = written
  end

  # Lets go of all objects.
  def release
    @events = []
    @objects = []
    @identities = {}.compare_by_identity
  end

  # Enters an object, unless it is known; gives it back.
  def introduce(value, description)
    @lock.synchronize do
      unless @identities.key?(value)
        description = description.merge(round: @round) if @round.positive?
        @identities[value] = @objects.size
        @objects << description
        change(@identities[value])
      end
    end
    value
  end

  def name(value, name)
    reference = reference(value)
    return unless reference.is_a?(Hash) && reference.key?(:ref)

    @lock.synchronize do
      names = @objects[reference[:ref]][:names] ||= []
      next if names.include?(name)

      names << name
      change(reference[:ref])
    end
  end

  # How a value is written in a trace.
  def reference(value)
    case value
    when nil then @nothing
    when true, false then value
    when Integer then value.abs < 2**53 ? value : { bigint: value.to_s }
    when Float then numeral(value)
    when String then { text: shortened(value) }
    when Thrown then reference(value.value)
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

  # Notes that an object is to be described with the next event.
  def change(index)
    @changed[index] = @objects[index] if @written
  end

  # What an object from the library looks like.
  def describe(value)
    case value
    when Array then { kind: "list", items: value.map { |item| item.is_a?(Array) ? { is: "nothing" } : reference(item) } }
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
    text.dup.force_encoding(Encoding::UTF_8).scrub[0, LONGEST_TEXT]
  end
end

# What reaches the top of a stack.
module Host
  @throwers = ObjectSpace::WeakMap.new

  class << self
    # The recorder of the run that is performed, or was last.
    attr_writer :recorder

    # An exception left the library at the top of a stack; also for the hooks in which a library reports such.
    #
    # It belongs to the run whose user code raised it, which a later one may have set off.
    def uncaught(error)
      guarded do
        recorder = @throwers[error] || @recorder
        if recorder
          recorder.note({ e: "uncaught", value: recorder.reference(error) })
        else
          warn "host: uncaught before the first run: #{error.full_message(highlight: false)}"
        end
      end
    end

    # Notes what user code raises: where it goes uncaught, no frame tells whose it is.
    def note_raise(error, recorder)
      @throwers[error] = recorder
    end

    # Takes what other threads have raised in this one, where nothing but the host runs.
    def take_interrupts
      Thread.handle_interrupt(Object => :immediate) { Thread.pass }
    rescue Exception => error
      uncaught(error)
    end

    # Looks at what ends a thread: whatever Ruby would report, or would end the process with.
    def watched(block)
      block && proc do |*arguments|
        block.call(*arguments)
      rescue Exception => error
        is_last = error.is_a?(SystemExit) || Thread.abort_on_exception || Thread.current.abort_on_exception
        uncaught(error) if is_last || Thread.current.report_on_exception
        # Ruby would raise it once more, in the main thread.
        raise unless is_last
      end.ruby2_keywords
    end
  end
end

# Threads whose end is looked at, whichever door makes them.
Thread.prepend(Module.new { ruby2_keywords def initialize(*arguments, &block) = super(*arguments, &Host.watched(block)) })
Thread.singleton_class.prepend(Module.new do
  ruby2_keywords def start(*arguments, &block) = super(*arguments, &Host.watched(block))
  ruby2_keywords def fork(*arguments, &block) = super(*arguments, &Host.watched(block))
end)

# Whether every other thread waits, without a time limit, for what only another thread can give.
module Quiescence
  # The strength of the evidence; nil where something may still run.
  def self.look
    return "proved" if Thread.list.size == 1

    before = counters
    # Releases the interpreter's lock: a thread that waits for it runs now.
    sleep 0.0005
    others = Thread.list - [Thread.current]
    # A thread that was woken and waits for a processor sleeps nowhere, though Ruby still says so.
    is_still = before.nil? || before.none? { |_, _, place| place == "0" }
    "quiescent" if is_still && others.all? { |thread| thread.inspect.include?("sleep_forever") } && before == counters
  end

  # What the kernel says of each thread: how often it ran, and whether it sleeps; nothing where it cannot tell.
  def self.counters
    Dir["/proc/self/task/*"].map { |task| [task, File.read("#{task}/schedstat"), File.read("#{task}/wchan")] }
      .reject { |task, *| File.basename(task).to_i == Thread.main.native_thread_id }
  rescue SystemCallError
    nil
  end
end

# Where a step stands: the indices of repeats, the innermost pair, the step that values belong to.
Context = Struct.new(:indices, :pair, :step) do
  def at(step)
    Context.new(indices, pair, step["id"])
  end

  # The name that a name stands for inside the repeats.
  def name(written)
    return written if indices.empty? || !written.include?("#")

    index = indices.last
    return written.sub("#", index.to_s) unless written.end_with?("#-1")

    written.sub("#-1", index.zero? ? "-start" : (index - 1).to_s)
  end
end

# What stands in front of the calls of a function: the fields of its frames, and the thenable that it is of.
Role = Struct.new(:frame, :subject)

# What a resolver raised: it ends the steps of the user code that called it, as in the language.
Raised = Struct.new(:error)

# The performance of one program.
class Run
  attr_reader :recorder

  # `combine` is looked for before `call`, which is also a key of it.
  VERBS = %w[let fulfill reject resolve then combine call mark later repeat lanes wait drop cancel].freeze

  def initialize(adapter, wire, message)
    @adapter = adapter
    @wire = wire
    @number = message["run"]
    @program = message["program"]
    # Ruby has one nothing: it is written as the program calls it.
    nothing = JSON.generate(@program, max_nesting: 0).match?(/[:\[,]null\b/) ? nil : { is: "undefined" }
    written = method(:tell) if message["stream"]
    # The library may go on for ever.
    overrun = -> { end_with("overrun") }
    @recorder = Recorder.new(adapter, nothing, written, message["limit"] || Float::INFINITY, overrun)
    @lock = Monitor.new
    @bound = @lock.new_cond
  end

  # Performs all rounds and tells the trace; what comes after it is late.
  def perform_all
    (@program["rounds"] || 1).times do |round|
      begin_round(round)
      guarded { perform(@program["steps"], Context.new([], nil, nil)) }
      phases
      # Nothing can run any more, so that nothing can end what is open on another thread.
      end_with("stuck") if @recorder.open?
    end
    @recorder.lock.synchronize do
      answer("quiet")
      @recorder.finish(->(event, _) { @wire.write({ late: @number, event: event }) })
    end
  end

  # Lets go of everything: what promises do then is after the trace; what comes later is late.
  def release
    tell_late, @recorder.written = @recorder.written, nil
    begin_round(0)
    @recorder.release
    @recorder.written = tell_late
  end

  private

  # Fresh names, closures and blocks.
  def begin_round(round)
    @recorder.round = round
    @names = {}
    @shared = {}
    @gates = {}
    @open_bindings = {}
    @settlers, @first_pairs, @thrown = Array.new(3) { {}.compare_by_identity }
    @idle_blocks = []
    @turns = []
  end

  # Tells an event as it happens, with the descriptions that are new or changed.
  def tell(event, objects)
    @wire.write({ run: @number, event: event }.merge(objects.empty? ? {} : { objects: objects }))
  end

  def answer(ending)
    trace = { trace: "aplus-trace/1", ending: ending, objects: @recorder.objects, events: @recorder.events }
    @wire.write({ run: @number, trace: trace })
  end

  # Tells the trace and ends the process: what is stuck, or goes on for ever, cannot be undone in it.
  def end_with(ending)
    @recorder.lock.synchronize do
      answer(ending)
      exit!(0)
    end
  end

  # Performs idle blocks, one a phase, until none is left.
  def phases
    loop do
      @recorder.note({ e: "phase", strength: settle_down })
      block = @idle_blocks.shift or return
      guarded(&block)
    end
  end

  # Lets turns and the library run until nothing can run; gives the strength of the evidence.
  def settle_down
    since, seen = now, @recorder.count
    loop do
      # What the library has queued may run before a turn or after it; here it does before.
      strength = Quiescence.look
      Host.take_interrupts
      if strength && seen == @recorder.count && !@turns.empty?
        guarded(&@turns.shift)
        next
      end
      return strength if strength && @turns.empty? && seen == @recorder.count
      return "bounded" if @turns.empty? && now - since > PATIENCE + PATIENCE_PER_EVENT * seen

      since, seen = now, @recorder.count if seen != @recorder.count
    end
  end

  def now
    Process.clock_gettime(Process::CLOCK_MONOTONIC)
  end

  # Performs steps one after another; gives what a resolver raised, which ends them.
  def perform(steps, context)
    steps.each do |step|
      verb = VERBS.find { |name| step.key?(name) } or raise "no verb: #{step}"
      result = send("perform_#{verb}", step, context)
      return result if result.is_a?(Raised)
    end
    nil
  end

  # ---- Verbs

  def perform_let(step, context)
    inside = context.at(step)
    while_binding(context.name(step["let"])) do
      value = evaluate(step["be"], inside)
      made = step["be"].is_a?(Hash) && step["be"].key?("promise")
      return unbound(step["let"], inside) if made && value.equal?(@names["UNBOUND"])

      bind(step["let"], value, context)
      event = { e: "let", step: step["id"], name: step["let"], value: @recorder.reference(value) }
      @recorder.note(event, context.indices)
    end
  end

  def perform_fulfill(step, context) = perform_settle("fulfill", step, context)
  def perform_reject(step, context) = perform_settle("reject", step, context)
  def perform_resolve(step, context) = perform_settle("resolve", step, context)

  def perform_settle(verb, step, context)
    inside = context.at(step)
    promise = bound(step[verb], inside)
    return if promise.equal?(NOTHING)

    settlers = @settlers[promise] or return unbound(step[verb], inside)
    value = evaluate(step["with"], inside)
    fields = { in: verb, step: step["id"], on: @recorder.reference(promise), with: @recorder.reference(value) }
    enter(fields, context, method(:accepted)) { settle(settlers, verb, value) }
  end

  def perform_then(step, context)
    inside = context.at(step)
    promise = bound(step["then"], inside)
    return if promise.equal?(NOTHING)

    number = @recorder.next_number(:registration)
    seen = {}
    handlers = %w[ok bad].map do |word|
      handler = slot(step[word], inside, Role.new({ in: "handler", reg: number, slot: word }))
      named = step[word].is_a?(String)
      seen[word] = named ? step[word] : { not: @recorder.reference(handler) } if step.key?(word)
      handler
    end
    fields = { in: "then", step: step["id"], on: @recorder.reference(promise), reg: number }.merge(seen)
    give(step, context, fields) { @adapter.then(promise, *handlers) }
  end

  def perform_combine(step, context)
    inside = context.at(step)
    members = step["of"].map { |member| evaluate(member, inside) }
    slot_word = { "finally" => "finally", "recover" => "bad" }[step["combine"]]
    role = Role.new(slot_word ? { in: "handler", slot: slot_word } : { in: "task" })
    function = slot(step["call"], inside, role)
    of = members.map { |member| @recorder.reference(member) }
    fields = { in: "combine", step: step["id"], kind: step["combine"], of: of }
    options = { ms: step["ms"], times: step["times"], call: function }
    give(step, context, fields) { @adapter.combine(step["combine"], members, options) }
  end

  def perform_call(step, context)
    inside = context.at(step)
    name, which = step["call"].include?(".") ? step["call"].split(".") : [nil, step["call"]]
    pair = name ? @first_pairs[@names[inside.name(name)]] : context.pair
    resolver = pair && pair[which.to_sym]
    return unbound(step["call"], inside) unless resolver.respond_to?(:call)

    values = step.key?("with") ? [evaluate(step["with"], inside)] : []
    fields = { in: "call", step: step["id"], pair: pair[:number], which: which }
    fields[:with] = @recorder.reference(values.first) unless values.empty?
    raised = nil
    enter(fields, context, nil, ->(error) { raised = Raised.new(error) }) { resolver.call(*values) }
    raised
  end

  def perform_mark(step, context)
    @recorder.note({ e: "mark", step: step["id"], name: step["mark"] }, context.indices)
    gate(context.name(step["mark"])) << true
  end

  def perform_later(step, context)
    block = lambda do
      @recorder.note({ e: "block", step: step["id"] }, context.indices)
      perform(step["do"], context)
    end
    (step["later"] == "idle" ? @idle_blocks : @turns) << block
  end

  def perform_repeat(step, context)
    step["repeat"].times do |index|
      raised = perform(step["do"], Context.new([*context.indices, index], context.pair, context.step))
      return raised if raised
    end
  end

  # One thread each, one barrier, joins.
  def perform_lanes(step, context)
    frame = @recorder.begin({ in: "lanes", step: step["id"], count: step["lanes"].size }, context.indices)
    start = Queue.new
    lanes = step["lanes"].each_with_index.map do |steps, lane|
      Thread.new do
        start.pop
        guarded do
          @recorder.note({ e: "lane", step: step["id"], lane: lane }, context.indices)
          perform(steps, context)
        end
      end
    end
    interrupting(lanes) do
      lanes.each { start << true }
      lanes.each { |lane| lane.join(PATIENCE) or end_with("stuck") }
    end
    @recorder.end(frame, {}, context.indices)
  end

  # Lets other threads go on in the middle of the library's code.
  #
  # The interpreter itself changes threads every hundred milliseconds. Lanes are shorter: one would come after the other.
  def interrupting(lanes)
    left = MOST_INTERRUPTIONS * lanes.size
    interrupt = TracePoint.new(:line) do |point|
      next if point.path == __FILE__ || !lanes.include?(Thread.current)
      next if CHANCE.rand >= INTERRUPTED_LINES || (left -= 1).negative?
      # Mostly for no time at all, and now and then for long enough that others come to an end.
      sleep(LONGEST_INTERRUPTION * CHANCE.rand**8)
    end
    interrupt.enable
    yield
  ensure
    interrupt.disable
  end

  def perform_wait(step, context)
    frame = @recorder.begin({ in: "wait", step: step["id"], name: step["wait"] }, context.indices)
    opened = gate(context.name(step["wait"]))
    limit = now + PATIENCE
    sleep 0.0002 while opened.empty? && now < limit
    end_with("stuck") if opened.empty?
    @recorder.end(frame, {}, context.indices)
  end

  def perform_drop(step, context)
    enter({ in: "drop", step: step["id"], names: step["drop"] }, context) do
      step["drop"].each do |written|
        @settlers.delete(@names.delete(context.name(written)))
        @shared.delete(written)
      end
    end
  end

  def perform_cancel(step, context)
    inside = context.at(step)
    promise = bound(step["cancel"], inside)
    return if promise.equal?(NOTHING)

    reasons = step.key?("with") ? [evaluate(step["with"], inside)] : []
    fields = { in: "cancel", step: step["id"], on: @recorder.reference(promise) }
    fields[:with] = @recorder.reference(reasons.first) unless reasons.empty?
    enter(fields, context, method(:accepted)) { @adapter.cancel(promise, *reasons) }
  end

  # A call that gives a promise, which `as` names.
  def give(step, context, fields, &body)
    while_binding(step["as"] && context.name(step["as"])) do
      value = enter(fields, context, ->(given) { { gives: @recorder.promise_reference(given) } }, &body)
      bind(step["as"], value, context) if step.key?("as") && !value.equal?(NOTHING)
    end
  end

  # A call into the library: a frame around it, whatever comes out. What it raises goes to `escaped`.
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

  def accepted(result)
    [true, false].include?(result) ? { accepted: result } : {}
  end

  # ---- User code

  # A fresh function for a registration, or the one that all registrations share.
  def closure(name, role, context)
    definition = @program["functions"].fetch(name)
    return @shared[name] if definition["shared"] && @shared.key?(name)

    calls = 0
    made = lambda do |*arguments|
      assure_room
      number = @lock.synchronize { calls += 1 }
      value, throws = guarded { call(name, definition, role, number, arguments, context) }
      next value unless throws

      error = reason(value)
      Host.note_raise(error, @recorder)
      raise error
    end
    @shared[name] = made if definition["shared"]
    made
  end

  # One call of user code: its frame, its steps, its ending; gives a value, and whether it is raised.
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
    raised = perform(definition["steps"] || [], inside)
    return leave(frame, raised.error, true, context) if raised

    endings = definition["ends"] || []
    chosen = endings[[number, endings.size].min - 1] unless endings.empty?
    unless chosen
      @recorder.end(frame, {}, context.indices)
      return [nil, false]
    end
    throws = chosen.key?("throw")
    value = evaluate(chosen[throws ? "throw" : "return"], inside)
    leave(frame, value, throws, context)
  end

  # Ends a frame of user code with a value, which is returned or raised.
  def leave(frame, value, throws, context)
    @recorder.end(frame, { (throws ? :threw : :returned) => @recorder.reference(value) }, context.indices)
    [value, throws]
  end

  # Numbers the pair of resolvers that a thenable got; the first is the one of its name.
  def take_pair(subject, arguments)
    pair = { number: @recorder.next_number(:pair), resolve: arguments[0], reject: arguments[1] }
    @first_pairs[subject] ||= pair
    pair
  end

  # A value as what this language can raise; always the same for the same value.
  def reason(value)
    return value if value.is_a?(Exception)

    @lock.synchronize { @thrown[value] ||= Thrown.new(value) }
  end

  # ---- Values

  def evaluate(value, context)
    return look_up(value, context) if value.is_a?(String)
    return value unless value.is_a?(Hash)
    return value["text"] if value.key?("text")
    return special(value["is"]) if value.key?("is")
    return make(value, context) if value.key?("promise")
    return thenable(value["thenable"], context) if value.key?("thenable")

    if value.key?("error")
      return @recorder.introduce(ERRORS[value["error"]].new, { kind: "error", class: value["error"] })
    end

    items = value["list"].map { |item| evaluate(item, context) }
    @recorder.introduce(items, { kind: "list", items: items.map { |item| @recorder.reference(item) } })
  end

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
    else
      made = word == "date" ? Time.now : Mark.new
      @recorder.introduce(made, { kind: "object", class: word.capitalize })
    end
  end

  def function
    @recorder.introduce(-> { mark("O") }, { kind: "function" })
  end

  # An object with a `then` of its own; in Ruby every object has one.
  def thenable(thenable, context)
    subject = Object.new
    named = thenable["then"].is_a?(String)
    @recorder.introduce(subject, { kind: "thenable" }.merge(named ? { thenable: true } : {}))
    bind(thenable["as"], subject, context) if thenable.key?("as")
    value = slot(thenable["then"], context, Role.new({ in: "thenable" }, subject))
    subject.define_singleton_method(:then) { |*arguments| value.call(*arguments) } if named
    subject
  end

  # What stands where a function may stand: a closure, a non-function, or nothing.
  def slot(expression, context, role)
    return if expression.nil?

    expression.is_a?(String) ? closure(expression, role, context) : evaluate(expression["not"], context)
  end

  # ---- Promises and names

  # Makes a promise of the library.
  def make(expression, context)
    state = expression["promise"]
    due = expression.key?("when")
    value = evaluate(expression["with"], context)
    ready = @adapter.ready(state) unless due || state == "pending"
    shown = due ? "pending" : state
    fields = { in: "make", promise: shown, door: ready ? "ready" : "deferred" }
    fields[:step] = context.step if context.step
    fields[:with] = @recorder.reference(value) if shown != "pending"
    settlers = nil
    promise = enter(fields, context, method(:made)) do
      next ready.call(value) if ready

      made, *settlers = @adapter.deferred
      settle(settlers, SETTLES[state], value) if shown != "pending"
      made
    end
    return mark("UNBOUND") if promise.equal?(NOTHING)

    @settlers[promise] = settlers if settlers
    settle_when_idle(promise, settlers, SETTLES[state], value, context) if due
    promise
  end

  def made(promise)
    @recorder.introduce(promise, { kind: "promise" })
    { gives: @recorder.reference(promise) }
  end

  def settle_when_idle(promise, settlers, verb, value, context)
    due = @recorder.reference(promise)
    @idle_blocks << lambda do
      @recorder.note({ e: "block", due: due }, context.indices)
      fields = { in: verb, on: due, with: @recorder.reference(value) }
      enter(fields, context, method(:accepted)) { settle(settlers, verb, value) }
    end
  end

  def settle(settlers, verb, value)
    settlers[verb == "reject" ? 1 : 0].call(value)
  end

  # While a step that binds a name is open on a stack, others wait for it.
  def while_binding(name)
    @lock.synchronize { @open_bindings[name] = Thread.current } if name
    yield
  ensure
    @lock.synchronize do
      @open_bindings.delete(name)
      @bound.broadcast
    end
  end

  def bind(written, value, context)
    @lock.synchronize { @names[context.name(written)] = value }
    @recorder.name(value, written)
  end

  # The value of a bound name; without one, logs that the step does nothing.
  def bound(written, context)
    name = context.name(written)
    @lock.synchronize do
      limit = now + PATIENCE
      while !@names.key?(name) && ![nil, Thread.current].include?(@open_bindings[name]) && now < limit
        @bound.wait(PATIENCE)
      end
    end
    return @names[name] if @names.key?(name)

    unbound(written, context)
    NOTHING
  end

  # The value of a name; marks are made on first use.
  def look_up(written, context)
    return mark(written, context.name(written)) if written.match?(/\A[A-Z]/)

    value = bound(written, context)
    value.equal?(NOTHING) ? mark("UNBOUND") : value
  end

  def mark(written, name = written)
    @lock.synchronize do
      @names[name] ||= @recorder.introduce(Mark.new, { kind: "mark", names: [written] })
    end
  end

  def unbound(name, context)
    event = { e: "unbound", name: name }
    event[:step] = context.step if context.step
    @recorder.note(event, context.indices)
    NOTHING
  end

  def gate(name)
    @lock.synchronize { @gates[name] ||= Queue.new }
  end
end

# The doors of a library: the hash that an adapter file gives, with the defaults for what it leaves out.
class Adapter
  def initialize(path, given)
    @doors = eval(File.read(path), TOPLEVEL_BINDING.dup, File.expand_path(path))
    @name = given[:name] || File.basename(path, ".*")
    @library = given[:library] || @doors[:library] || @name
  end

  def deferred = @doors[:deferred].call
  def then(promise, *handlers) = @doors[:then].call(promise, *handlers)
  def cancel(promise, *reasons) = @doors[:cancel].call(promise, *reasons)
  def combine(kind, members, options) = @doors[:combinators][kind].call(members, **options)
  def promise?(value) = @doors[:promise] === value
  def self_resolution?(error) = @doors[:self_resolution]&.call(error)

  # The ready-made door for a state; nil where the library has none.
  def ready(state)
    @doors[state == "rejected" ? :rejected : :resolved] if @doors[:resolved] && @doors[:rejected]
  end

  # What the library's own reasons are.
  def judged(reason)
    { cancelled: :cancellation, timedOut: :timeout }.select { |_, door| @doors[door]&.call(reason) }
      .transform_values { true }
  end

  def hello
    { hello: "aplus-host/1", adapter: @name, language: "ruby", library: @library,
      version: @doors[:version] || "unknown", capabilities: capabilities,
      quiescence: @doors[:quiescence] || "quiescent" }
  end

  private

  # What follows from the file, corrected by its `capabilities`: a word adds, `-word` takes away.
  def capabilities
    words = ["adopting-resolve"]
    words << "ready-made" if ready("resolved")
    words << "cancellation" if @doors[:cancel]
    words << "combinators:#{@doors[:combinators].keys.join(",")}" if @doors[:combinators]
    @doors.fetch(:capabilities, []).each do |word|
      word.start_with?("-") ? words.delete(word[1..]) : words << word
    end
    words
  end
end

# Performs every run that comes in.
def serve(adapter, wire)
  run = nil
  while (message = wire.read)
    Host.take_interrupts
    run&.release
    run = Run.new(adapter, wire, message)
    Host.recorder = run.recorder
    run.perform_all
  end
  limit = Process.clock_gettime(Process::CLOCK_MONOTONIC) + LINGER
  sleep 0.005 until Quiescence.look || Process.clock_gettime(Process::CLOCK_MONOTONIC) > limit
  Host.take_interrupts
end

# Loads the library and serves the runner until the input ends.
def main
  wire = Wire.new
  # Ruby would raise them in the library, which may rescue everything.
  %w[HUP INT QUIT ALRM TERM USR1 USR2].each { |signal| trap(signal, "SYSTEM_DEFAULT") }
  given = {}
  begin
    OptionParser.new { |options| %w[name library].each { |word| options.on("--#{word} TEXT") } }.parse!(into: given)
    adapter = Adapter.new(ARGV.fetch(0), given)
  rescue Exception => error
    wire.write({ fatal: error.full_message(highlight: false) })
    exit!(1)
  end
  wire.write(adapter.hello)
  # What the library starts while it loads is interrupted as it expects.
  guarded { serve(adapter, wire) }
  exit!(0)
end

main if $PROGRAM_NAME == __FILE__
