# frozen_string_literal: true

module Host
  # How to use a library: the hash that an adapter file gives, with the defaults for what it leaves out.
  class Adapter
    def initialize(path, given)
      @given = eval(File.read(path), TOPLEVEL_BINDING.dup, File.expand_path(path))
      @name = given[:name] || File.basename(path, ".*")
      @library = given[:library] || @given[:library] || @name
    end

    def deferred = @given[:deferred].call
    def then(promise, *handlers) = @given[:then].call(promise, *handlers)
    def cancel(promise, *reasons) = @given[:cancel].call(promise, *reasons)
    def combine(kind, members, options) = @given[:combinators][kind].call(members, **options)
    def promise?(value) = @given[:promise] === value
    def self_resolution?(error) = @given[:self_resolution]&.call(error)

    # What makes promises that are settled from the start, for a state; nil where the library has none.
    def ready(state)
      @given[state == "rejected" ? :rejected : :resolved] if @given[:resolved] && @given[:rejected]
    end

    # What the library's own reasons are.
    def judged(reason)
      { cancelled: :cancellation, timedOut: :timeout }.select { |_, key| @given[key]&.call(reason) }
        .transform_values { true }
    end

    def hello
      { hello: "aplus-host/1", adapter: @name, language: "ruby", library: @library,
        version: @given[:version] || "unknown", capabilities: capabilities,
        quiescence: @given[:quiescence] || "quiescent" }
    end

    private

    # What follows from the file, corrected by its `capabilities`: a word adds, `-word` takes away.
    def capabilities
      words = ["adopting-resolve"]
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
