# frozen_string_literal: true

require "json"

# Everything of the host is in this module: all other names are free for an adapter and its library.
module Host
  # What the hosts of all languages share, as `LONGEST_TEXT_LENGTH` for `longestTextLength`.
  vocabulary = JSON.parse(File.read(File.expand_path("../../vocabulary.json", __dir__)))
  spelled = ->(name) { name.gsub(/[A-Z]/) { |letter| "_#{letter.downcase}" } }
  vocabulary.fetch("constants").each { |name, value| const_set(spelled.call(name).upcase, value) }
  # What an adapter may define.
  ADAPTER_WORDS = vocabulary.fetch("adapter").map { |name| spelled.call(name).to_sym }.freeze

  # Random choices follow from the seed of the run.
  CHANCE = ENV.key?("APLUS_SEED") ? Random.new(ENV["APLUS_SEED"].to_i) : Random.new
  # Stands for no value where nil is one.
  NOTHING = Object.new.freeze

  # Seconds on a clock that never goes back.
  def self.now
    Process.clock_gettime(Process::CLOCK_MONOTONIC)
  end
end
