# frozen_string_literal: true

require "json"

# The whole host is in this module, so that all other names are free for an adapter and its library.
module Host
  # The constants that the hosts of all languages share: `longestTextLength` is `LONGEST_TEXT_LENGTH` here.
  vocabulary = JSON.parse(File.read(File.expand_path("../../vocabulary.json", __dir__)))
  spelled = ->(name) { name.gsub(/[A-Z]/) { |letter| "_#{letter.downcase}" } }
  vocabulary.fetch("constants").each { |name, value| const_set(spelled.call(name).upcase, value) }
  # The keys that an adapter may define.
  ADAPTER_WORDS = (vocabulary.fetch("adapter") + ["awaited"]).map { |name| spelled.call(name).to_sym }.freeze

  # What a library may offer besides promises, or in their place.
  OTHER_SUBJECTS = (vocabulary.fetch("subjects") - ["promises"]).freeze

  # Makes random choices from the seed of the run.
  CHANCE = ENV.key?("APLUS_SEED") ? Random.new(ENV["APLUS_SEED"].to_i) : Random.new
  # Stands for the absence of a value, because nil is a value.
  NOTHING = Object.new.freeze

  # Seconds on a clock that never goes back.
  def self.now
    Process.clock_gettime(Process::CLOCK_MONOTONIC)
  end
end
