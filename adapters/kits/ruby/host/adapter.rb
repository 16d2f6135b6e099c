# frozen_string_literal: true

require_relative "constants"

module Host
  # What is wrong with an adapter file, in words that need no stack.
  class AdapterFault < StandardError
  end

  # How to use a library: the hash that an adapter file gives, with the defaults for what it leaves out.
  class Adapter
    def initialize(path, given)
      @given = eval(File.read(path), TOPLEVEL_BINDING.dup, File.expand_path(path))
      check(path)
      @name = given[:name] || File.basename(path, ".*")
      @library = given[:library] || @given[:library] || @name
    end

    def deferred = @given[:deferred].call
    def then(promise, *handlers) = @given[:then].call(promise, *handlers)
    def cancel(promise, *reasons) = @given[:cancel].call(promise, *reasons)
    def combine(kind, members, options) = @given[:combinators][kind].call(members, **options)
    def promise?(value) = @given[:promise_types] === value
    def drain = @given[:drain]&.call
    def unwrap(error) = @given[:unwrap] ? @given[:unwrap].call(error) : error
    def self_resolution?(error) = @given[:is_self_resolution]&.call(error)

    # What makes promises that are settled from the start, for a state; nil where the library has none.
    def ready(state)
      @given[state == "rejected" ? :rejected : :resolved] if @given[:resolved] && @given[:rejected]
    end

    # What the library's own reasons are.
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

    # Refuses what would be passed over in silence: a key that means nothing, and one that is missing.
    def check(path)
      raise AdapterFault, "#{path}: found #{@given.class} at its end, expected a hash" unless @given.is_a?(Hash)

      unknown = @given.keys.find { |key| !ADAPTER_WORDS.include?(key) }
      if unknown
        near = DidYouMean::SpellChecker.new(dictionary: ADAPTER_WORDS).correct(unknown).first
        hint = near ? "; did you mean #{near}?" : ""
        raise AdapterFault, "#{path}: found #{unknown}, expected one of #{ADAPTER_WORDS.join(", ")}#{hint}"
      end
      missing = %i[deferred then promise_types].find { |key| !@given.key?(key) }
      raise AdapterFault, "#{path}: found no #{missing}, which every adapter in Ruby has" if missing
    end

    # What follows from the file, corrected by its `capabilities`: a word adds, `-word` takes away.
    def capabilities
      words = ["adopting-resolve", "kinds:ruby"]
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
