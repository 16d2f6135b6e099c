# frozen_string_literal: true

require "json"
require "optparse"
require_relative "adapter"
require_relative "constants"
require_relative "escapes"
require_relative "guard"
require_relative "quiescence"
require_relative "run"
require_relative "wire"

# Loads the library, serves the runner, and ends with the input.
module Host
  class << self
    def start
      wire = Wire.new
      # Otherwise Ruby would raise signals as exceptions in the library, which may rescue everything.
      %w[HUP INT QUIT ALRM TERM USR1 USR2].each { |signal| trap(signal, "SYSTEM_DEFAULT") }
      adapter = load_adapter(wire)
      wire.write(JSON.generate(adapter.hello))
      # Not around the loading above: threads that the library starts there must be interruptible as usual.
      guarded { serve(adapter, wire) }
      exit!(0)
    end

    private

    def load_adapter(wire)
      given = {}
      OptionParser.new { |options| %w[name library].each { |word| options.on("--#{word} TEXT") } }.parse!(into: given)
      Adapter.new(ARGV.fetch(0), given)
    rescue AdapterFault => error
      wire.write(JSON.generate({ fatal: error.message }))
      exit!(FATAL_EXIT_STATUS)
    rescue Exception => error
      wire.write(JSON.generate({ fatal: error.full_message(highlight: false) }))
      exit!(FATAL_EXIT_STATUS)
    end

    # Performs all incoming runs, then waits a while for late events.
    def serve(adapter, wire)
      run = nil
      while (message = wire.read)
        take_interrupts
        run&.release
        run = Run.new(adapter, wire, message)
        self.recorder = run.recorder
        run.perform_all
      end
      limit = now + LINGER_MILLISECONDS / 1000.0
      sleep 0.005 until Quiescence.look || now > limit
      take_interrupts
    end
  end
end
