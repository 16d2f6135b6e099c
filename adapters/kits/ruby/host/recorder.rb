# frozen_string_literal: true

require "monitor"
require_relative "description"

module Host
  # Numbers the events, frames and identities of one run.
  class Recorder
    include Description

    attr_reader :count, :events, :objects, :lock
    attr_accessor :round, :written

    # `nothing` is how a trace writes nil. `written`, if given, takes each event with the descriptions that are new or
    # have changed. Up to `limit` events are recorded. At the next one, `overrun` is called, which ends the process.
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
      # Descriptions that are new or have changed since the last event was sent, by identity.
      @changed = {}
      @stacks = { Thread.current => 0 }.compare_by_identity
    end

    # The next number of frames, registrations or pairs.
    def next_number(kind)
      @lock.synchronize { @numbers[kind] += 1 }
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

    # From now on, passes all events on, without a limit.
    def finish(written)
      @limit = Float::INFINITY
      @written = written
    end

    # Drops all references to objects.
    def release
      @events = []
      @objects = []
      @identities = {}.compare_by_identity
    end

    # Gives an object an identity, unless it has one, and returns the object.
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

    # Adds a name to an object's description.
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

    private

    # Marks an object's description to be sent with the next event.
    def change(index)
      @changed[index] = @objects[index] if @written
    end
  end
end
