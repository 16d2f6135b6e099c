# frozen_string_literal: true

require "json"

# Everything of the host is in this module: all other names are free for an adapter and its library.
module Host
  # What the hosts of all languages share, as `LONGEST_TEXT_LENGTH` for `longestTextLength`.
  JSON.parse(File.read(File.expand_path("../../vocabulary.json", __dir__))).fetch("constants").each do |name, value|
    const_set(name.gsub(/[A-Z]/) { |letter| "_#{letter}" }.upcase, value)
  end

  # Random choices follow from the seed of the run.
  CHANCE = ENV.key?("APLUS_SEED") ? Random.new(ENV["APLUS_SEED"].to_i) : Random.new
  # Stands for no value where nil is one.
  NOTHING = Object.new.freeze

  # Seconds on a clock that never goes back.
  def self.now
    Process.clock_gettime(Process::CLOCK_MONOTONIC)
  end
end
