# frozen_string_literal: true

require "json"

module Host
  # The events of a run, as JSON text from the start.
  #
  # Most events of a long trace come from repeats, and differ from an earlier one only in a few numbers. They become
  # rows of these numbers, as ../../README.md describes them.
  class Log
    # The members in which rows may differ besides the indices, by the kind of frame or event, and what they are.
    VARYING = {
      "then" => { f: :number, on: :identity, reg: :number },
      **%w[fulfill reject resolve].to_h { |word| [word, { f: :number, on: :identity, with: :identity }] },
      "handler" => { f: :number, reg: :number, args: :identities },
      "end" => { f: :number, gives: :identity, returned: :identity, threw: :identity },
      "let" => { value: :identity }
    }.tap { |table| table.default = { f: :number } }.freeze

    # The most events that rows may refer to: a run without similar events would keep every event twice.
    MOST_MODELS = 10_000

    GENERATOR = JSON::State.new(max_nesting: 0)

    # The text of all events, with commas in between.
    attr_reader :text

    def initialize
      @text = +""
      self.round = 0
    end

    # Begins a round.
    def round=(number)
      @round = number
      # The numbers of the events that rows may refer to, by all that is the same in these rows.
      @models = {}
    end

    # Adds an event with a number and a stack, in the repeats that the indices show.
    def add(number, stack, event, indices)
      return append(full(number, stack, event, indices)) if indices.empty?

      shape = [stack, indices.size]
      row = [nil, *indices]
      members = varying(event, shape, row)
      row[0] = @models[shape]
      return append(GENERATOR.generate(row)) if row[0]

      @models[shape] = number if @models.size < MOST_MODELS
      append(full(number, stack, event.merge(vary: [:i, *members]), indices))
    end

    # Adds an event in full, and returns its text.
    def add_in_full(...)
      full(...).tap { |event| append(event) }
    end

    private

    def append(event)
      @text << "," unless @text.empty?
      @text << event
    end

    def full(number, stack, event, indices)
      record = { n: number, s: stack }.merge(event)
      record[:i] = indices unless indices.empty?
      record[:r] = @round if @round.positive?
      GENERATOR.generate(record)
    end

    # Adds what may vary of an event to a row, and the rest to its shape; returns the members that may vary.
    def varying(event, shape, row)
      kinds = VARYING[event[:in] || event[:e]]
      event.filter_map do |name, value|
        numbers = numbers_of(kinds[name], value)
        row.push(*numbers)
        numbers ? shape.push(name) : shape.push(name, value)
        name if numbers
      end
    end

    # What rows have of a member: a number, or several; nil if it is the same in all rows.
    def numbers_of(kind, value)
      case kind
      when :number then value
      when :identity then value[:ref] if value.is_a?(Hash)
      when :identities
        numbers = value.map { |item| numbers_of(:identity, item) }
        numbers if numbers.any? && numbers.all?
      end
    end
  end
end
