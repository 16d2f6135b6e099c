# frozen_string_literal: true

require "json"
require "monitor"

module Host
  # JSON Lines over descriptors that the library cannot reach by accident.
  class Wire
    def initialize
      @input = $stdin.dup
      @output = $stdout.dup
      @output.sync = true
      @lock = Monitor.new
      $stdin.reopen(File::NULL)
      $stdout.reopen($stderr)
    end

    # The next message; nil at the end of input.
    def read
      while (line = @input.gets)
        return JSON.parse(line, max_nesting: false) unless line.strip.empty?
      end
    end

    # Writes a line, given in pieces, at once; ends the process if the reader is gone.
    def write(*pieces)
      @lock.synchronize { @output.write(*pieces, "\n") }
    rescue Errno::EPIPE
      exit!(0)
    end
  end
end
