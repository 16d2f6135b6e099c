# frozen_string_literal: true

require_relative "guard"

# What reaches the top of a stack.
module Host
  @throwers = ObjectSpace::WeakMap.new

  class << self
    # The recorder of the run that is performed, or was last.
    attr_writer :recorder

    # An exception left the library at the top of a stack; also for the hooks in which a library reports such.
    #
    # It belongs to the run whose user code raised it, which a later one may have set off.
    def uncaught(error)
      guarded do
        recorder = @throwers[error] || @recorder
        if recorder
          recorder.note({ e: "uncaught", value: recorder.reference(error) })
        else
          warn "host: uncaught before the first run: #{error.full_message(highlight: false)}"
        end
      end
    end

    # Notes what user code raises: where it goes uncaught, no frame tells whose it is.
    def note_raise(error, recorder)
      @throwers[error] = recorder
    end

    # Takes what other threads have raised in this one, where nothing but the host runs.
    def take_interrupts
      Thread.handle_interrupt(Object => :immediate) { Thread.pass }
    rescue Exception => error
      uncaught(error)
    end

    # Looks at what ends a thread: whatever Ruby would report, or would end the process with.
    def watched(block)
      block && proc do |*arguments|
        block.call(*arguments)
      rescue Exception => error
        is_last = SystemExit === error || Thread.abort_on_exception || Thread.current.abort_on_exception
        uncaught(error) if is_last || Thread.current.report_on_exception
        # Ruby would raise it once more, in the main thread.
        raise unless is_last
      end.ruby2_keywords
    end
  end
end

# Threads whose end is looked at, whichever method makes them.
Thread.prepend(Module.new { ruby2_keywords def initialize(*arguments, &block) = super(*arguments, &Host.watched(block)) })
Thread.singleton_class.prepend(Module.new do
  ruby2_keywords def start(*arguments, &block) = super(*arguments, &Host.watched(block))
  ruby2_keywords def fork(*arguments, &block) = super(*arguments, &Host.watched(block))
end)
