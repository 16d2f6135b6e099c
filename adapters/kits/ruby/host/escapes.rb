# frozen_string_literal: true

require_relative "guard"

# Exceptions that reach the top of a stack.
module Host
  @throwers = ObjectSpace::WeakMap.new

  class << self
    # The recorder of the current or last run.
    attr_writer :recorder

    # Records an exception that left the library at the top of a stack. Adapters call this, too, in hooks through which
    # a library reports such exceptions.
    #
    # The exception belongs to the run whose user code raised it, even if a later run caused that.
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

    # Notes what user code raises: if it goes uncaught, no frame shows which run raised it.
    def note_raise(error, recorder)
      @throwers[error] = recorder
    end

    # Records what other threads raise in this one while only the host runs.
    def take_interrupts
      Thread.handle_interrupt(Object => :immediate) { Thread.pass }
    rescue Exception => error
      uncaught(error)
    end

    # Wraps the block of a thread to record an exception that ends it, if Ruby would report it or end the process.
    def watched(block)
      block && proc do |*arguments|
        block.call(*arguments)
      rescue Exception => error
        is_last = SystemExit === error || Thread.abort_on_exception || Thread.current.abort_on_exception
        uncaught(error) if is_last || Thread.current.report_on_exception
        # If the exception would end the process, Ruby would raise it again in the main thread.
        raise unless is_last
      end.ruby2_keywords
    end
  end
end

# Every method that makes a thread wraps its block.
Thread.prepend(Module.new do
  ruby2_keywords def initialize(*arguments, &block) = super(*arguments, &Host.watched(block))
end)
Thread.singleton_class.prepend(Module.new do
  ruby2_keywords def start(*arguments, &block) = super(*arguments, &Host.watched(block))
  ruby2_keywords def fork(*arguments, &block) = super(*arguments, &Host.watched(block))
end)
