# frozen_string_literal: true

require_relative "constants"

module Host
  # The seconds of a run, for its limits: from one look to the next at most a share of the patience. If the process was
  # stopped, or waited for a processor, the library had no time either.
  class Clock
    def initialize(patience)
      @longest = LONGEST_STEP_SHARE * patience
      @seconds, @moment = 0, Host.now
      @lock = Mutex.new
    end

    def now
      @lock.synchronize do
        earlier, @moment = @moment, Host.now
        @seconds += [@moment - earlier, @longest].min
      end
    end
  end
end
