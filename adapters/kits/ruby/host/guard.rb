# frozen_string_literal: true

require_relative "constants"

# Separates faults of the host from exceptions of the library.
module Host
  class << self
    # Runs the host's own code. An exception in it is a fault of the host, which the library must not rescue. What other
    # threads raise in this one is delayed until library code runs again.
    def guarded
      Thread.handle_interrupt(Object => :never) { yield }
    rescue Exception => error
      warn "host: #{error.full_message(highlight: false)}"
      exit!(BROKEN_EXIT_STATUS)
    end

    # Raises SystemStackError if too little stack is left for the host. A library that recurses once per link of a chain
    # may call user code with the stack nearly used up, and the host would record only part of an event. To the library,
    # the user code itself seems to overflow the stack.
    def assure_room(depth = 40)
      [depth].each { |left| assure_room(left - 1) if left.positive? }
    end
  end
end
