# frozen_string_literal: true

require_relative "constants"

module Host
  # A fault in an adapter file. Its message is enough for the user, without the stack.
  class AdapterFault < StandardError
  end

  # How to use a library: the hash in an adapter file, with defaults for absent keys.
  class Adapter
    # Whether the booleans that settle calls and cancels return say whether these took effect.
    attr_reader :reports_acceptance

    def initialize(path, given)
      unless File.file?(path)
        raise AdapterFault, "there is no adapter file #{File.expand_path(path)}, which the command names"
      end

      @given = eval(File.read(path), TOPLEVEL_BINDING.dup, File.expand_path(path))
      check(path)
      check_drain(path)
      @name = given[:name] || File.basename(path, ".*")
      @library = given[:library] || @given[:library] || @name
      @reports_acceptance = capabilities.include?("acceptance")
    end

    def deferred = @given[:deferred].call
    def then(promise, *handlers) = @given[:then].call(promise, *handlers)
    def cancel(promise, *reasons) = @given[:cancel].call(promise, *reasons)
    def combine(kind, members, options) = @given[:combinators][kind].call(members, **options)
    def promise?(value) = @given[:promise_types] === value
    def awaited(promise, limit) = @given[:awaited].call(promise, limit)
    def drain = @given[:drain]&.call
    def unwrap(error) = @given[:unwrap] ? @given[:unwrap].call(error) : error
    def self_resolution?(error) = @given[:is_self_resolution]&.call(error)

    # The function that makes a promise in a state at once; nil if the library has none.
    def ready(state)
      @given[state == "rejected" ? :rejected : :resolved] if @given[:resolved] && @given[:rejected]
    end

    # Whether a reason is the library's own cancellation or timeout, as members of a description.
    def judged(reason)
      { cancelled: :is_cancellation, timedOut: :is_timeout }.select { |_, key| @given[key]&.call(reason) }
        .transform_values { true }
    end

    def hello
      { hello: "aplus-host/1", adapter: @name, language: "ruby", library: @library,
        version: @given[:version] || "unknown", capabilities: capabilities,
        quiescence: @given[:quiescence] || "quiescent" }
    end

    private

    # Rejects an adapter with unknown or missing keys.
    def check(path)
      raise AdapterFault, "#{path}: ends with #{@given.class}, expected a hash" unless @given.is_a?(Hash)

      unknown = @given.keys.find { |key| !ADAPTER_WORDS.include?(key) }
      if unknown
        near = ADAPTER_WORDS.min_by { |word| distance(plain(unknown), plain(word)) }
        hint = distance(plain(unknown), plain(near)) <= 2 ? "; did you mean #{near}?" : ""
        raise AdapterFault, "#{path}: found #{unknown}, expected one of #{ADAPTER_WORDS.join(", ")}#{hint}"
      end
      return if !@given.key?(:deferred) && @given.fetch(:capabilities, []).intersect?(OTHER_SUBJECTS)

      missing = %i[deferred then promise_types].find { |key| !@given.key?(key) }
      raise AdapterFault, "#{path}: found no #{missing}, which every adapter in Ruby has" if missing
    end

    # Rejects an adapter that reports work before there is a promise: no wait for it would end.
    def check_drain(path)
      return unless EMPTY_DRAINS.times.all? { drain }

      raise AdapterFault, "#{path}: drain returned true #{EMPTY_DRAINS} times in a row before there was a promise; " \
                          "it must return false when the library's queue is empty"
    end

    # A name without the convention of its language.
    def plain(name) = name.to_s.delete("_").downcase

    # The number of letters in which two words differ; two swapped letters count as one.
    def distance(one, other)
      rows = [(0..other.size).to_a]
      (1..one.size).each do |place|
        row = rows[place] = [place]
        (1..other.size).each do |column|
          change = one[place - 1] == other[column - 1] ? 0 : 1
          ways = [rows[place - 1][column] + 1, row[column - 1] + 1, rows[place - 1][column - 1] + change]
          is_swap = place > 1 && column > 1 && one[place - 2, 2] == other[column - 2, 2].reverse
          ways << rows[place - 2][column - 2] + 1 if is_swap
          row[column] = ways.min
        end
      end
      rows.last.last
    end

    # The capabilities that follow from the file, corrected by `capabilities`: `word` adds one, `-word` removes one.
    def capabilities
      words = ["kinds:ruby"]
      words.push("promises", "adopting-resolve", "results:own") if @given.key?(:deferred)
      words << "ready-made" if ready("resolved")
      words << "cancellation" if @given[:cancel]
      words << "combinators:#{@given[:combinators].keys.join(",")}" if @given[:combinators]
      @given.fetch(:capabilities, []).each do |word|
        word.start_with?("-") ? words.delete(word[1..]) : words << word
      end
      words
    end
  end
end
