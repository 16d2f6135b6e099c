# frozen_string_literal: true

require_relative "constants"

module Host
  # Lets other threads run in the middle of the library's code.
  #
  # The interpreter itself switches threads every hundred milliseconds. Lanes are shorter, so they would run one after
  # the other.
  module Interruptions
    # The host's own code is not interrupted.
    HOME = "#{__dir__}/"

    # Interrupts threads at random lines while a block runs.
    def self.during(threads)
      left = MOST_INTERRUPTIONS * threads.size
      interrupt = TracePoint.new(:line) do |point|
        next if point.path.start_with?(HOME) || !threads.include?(Thread.current)
        next if CHANCE.rand >= INTERRUPTED_LINE_SHARE || (left -= 1).negative?
        # Mostly for almost no time, and now and then long enough for other threads to finish.
        sleep(LONGEST_INTERRUPTION_MILLISECONDS / 1000.0 * CHANCE.rand**INTERRUPTION_EXPONENT)
      end
      interrupt.enable
      yield
    ensure
      interrupt.disable
    end
  end
end
