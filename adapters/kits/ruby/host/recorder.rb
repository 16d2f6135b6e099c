# frozen_string_literal: true

require "json"
require "monitor"
require_relative "description"
require_relative "log"

module Host
  # Numbers the events, frames and identities of one run. Events and descriptions of objects are JSON text from the
  # start.
  class Recorder
    include Description

    attr_reader :count, :lock
    attr_accessor :written

    # `nothing` is how a trace writes nil. `written`, if given, takes each event, and the descriptions that are new or
    # have changed, if there are any. Up to `limit` events are recorded. At the next one, `overrun` is called, which
    # ends the process.
    def initialize(adapter, nothing, written, limit, overrun)
      @adapter = adapter
      @nothing = nothing
      @written = written
      @limit = limit
      @overrun = overrun
      @lock = Monitor.new
      @count = @round = @open = 0
      forget
      @numbers = Hash.new(0)
      @stacks = { Thread.current => 0 }.compare_by_identity
    end

    # The next number of frames, registrations or pairs.
    def next_number(kind)
      @lock.synchronize { @numbers[kind] += 1 }
    end

    def round=(number)
      @log.round = @round = number
    end

    # Whether any frame has not ended yet.
    def open?
      @lock.synchronize { @open.positive? }
    end

    def note(event, indices = [], opened = 0)
      @lock.synchronize do
        @overrun.call if @count >= @limit
        @open += opened
        stack = @stacks[Thread.current] ||= @stacks.size
        @count += 1
        next @log.add(@count, stack, event, indices) unless @written

        @written.call(@log.add_in_full(@count, stack, event, indices), changes)
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

    # From now on, passes all events on, without a limit.
    def finish(written)
      @limit = Float::INFINITY
      @written = written
    end

    # The text of all events, with commas in between.
    def events = @log.text

    # The descriptions of all objects, with commas in between. Those that repeat an earlier one are only counted.
    def objects
      models = {}
      runs = @descriptions.each_index.chunk_while { |one, other| description(one) == description(other) }
      runs.flat_map do |first, *rest|
        model = models[description(first)]
        next "[#{model},#{rest.size + 1}]" if model

        models[description(first)] = first
        rest.empty? ? description(first) : [description(first), "[#{first},#{rest.size}]"]
      end.join(",")
    end

    # Drops all references to objects.
    def forget
      @log = Log.new
      @descriptions = []
      @names = []
      @identities = {}.compare_by_identity
      # JSON text of descriptions and names, because many objects have the same.
      @texts = Hash.new { |texts, value| texts[value] = JSON.generate(value, max_nesting: 0) }
      # The identities whose descriptions are new or have changed since the last event was sent.
      @changed = []
    end

    # Gives an object an identity, unless it has one, and returns the object.
    def introduce(value, description)
      @lock.synchronize do
        unless @identities.key?(value)
          description = description.merge(round: @round) if @round.positive?
          change(@identities[value] = @descriptions.size)
          @descriptions << @texts[description]
        end
      end
      value
    end

    # Adds a name to an object's description.
    def name(value, name)
      reference = reference(value)
      return unless reference.is_a?(Hash) && reference.key?(:ref)

      index = reference[:ref]
      text = @texts[name]
      @lock.synchronize do
        names = @names[index]
        next if names&.include?(text)

        @names[index] = names ? "#{names},#{text}" : text
        change(index)
      end
    end

    private

    # Marks an object's description to be sent with the next event.
    def change(index)
      @changed |= [index] if @written
    end

    # The descriptions that are new or have changed since the last event was sent; nil if none has.
    def changes
      return if @changed.empty?

      texts = @changed.map { |index| "\"#{index}\":#{description(index)}" }
      @changed = []
      "{#{texts.join(",")}}"
    end

    def description(index)
      names = @names[index]
      names ? "#{@descriptions[index].chop},\"names\":[#{names}]}" : @descriptions[index]
    end
  end
end
