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

    # The bound of the threads' offsets doubles from one performance to the next, from 1 to 256, and then again. Any
    # thread may take it, because handlers perform lanes, too.
    BOUNDS = Queue.new(9.times.map { |number| 1 << number })

    # In seconds: long enough for a thread that has just been let go to take over.
    HAND_OVER = 0.00002

    # When each interrupted thread goes on.
    @ends = {}.compare_by_identity
    # How many seconds of interruptions have been left out.
    @left_out = 0

    # Interrupts threads while a block runs: each when it has performed as many lines of the library as its offset says,
    # as if it had begun so much earlier than the others, and at some lines by chance.
    def self.during(threads)
      left = MOST_INTERRUPTIONS * threads.size
      bound = BOUNDS.pop
      BOUNDS << bound
      offsets = threads.to_h { |thread| [thread, CHANCE.rand(bound)] }
      interrupt = TracePoint.new(:line) do |point|
        next if point.path.start_with?(HOME) || !threads.include?(Thread.current)
        next sleep(HAND_OVER) if (offsets[Thread.current] -= 1) == -1
        next if CHANCE.rand >= INTERRUPTED_LINE_SHARE || (left -= 1).negative?
        # Mostly for almost no time, and now and then long enough for other threads to finish.
        pause(LONGEST_INTERRUPTION_MILLISECONDS / 1000.0 * CHANCE.rand**INTERRUPTION_EXPONENT)
      end
      interrupt.enable
      yield
    ensure
      interrupt.disable
    end

    class << self
      private

      # Interrupts the calling thread for some seconds. While no thread runs, time is left out until the next one goes
      # on.
      def pause(seconds)
        @ends[Thread.current] = moment = now + seconds
        while now < moment
          sleep HAND_OVER
          @left_out += [moment - now, 0].max if next?(moment)
        end
      ensure
        @ends.delete(Thread.current)
      end

      # Whether the calling thread, which goes on at a moment, is the next to run.
      def next?(moment)
        Thread.list.all? do |thread|
          @ends.key?(thread) ? @ends[thread] >= moment : thread.stop?
        end
      end

      # In seconds, with what has been left out.
      def now = Host.now + @left_out
    end
  end
end
