# frozen_string_literal: true

require_relative "constants"

# Keeps faults of the host and exceptions of the library apart.
module Host
  class << self
    # Runs the host's own code: what it raises is a fault of the host, and the library must not rescue it. What other
    # threads raise in this one waits until the library is at work again.
    def guarded
      Thread.handle_interrupt(Object => :never) { yield }
    rescue Exception => error
      warn "host: #{error.full_message(highlight: false)}"
      exit!(BROKEN_EXIT_STATUS)
    end

    # Raises SystemStackError where too little stack is left for the host: a library that calls itself for each link of a
    # chain calls user code there, and an event would be recorded in part. To the library it is as if the user's code took
    # more stack than there is.
    def assure_room(depth = 40)
      [depth].each { |left| assure_room(left - 1) if left.positive? }
    end
  end
end
