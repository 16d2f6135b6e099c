# frozen_string_literal: true

require_relative "constants"
require_relative "context"
require_relative "escapes"
require_relative "guard"
require_relative "library"
require_relative "names"
require_relative "quiescence"
require_relative "recorder"
require_relative "user_code"
require_relative "values"
require_relative "verbs"

module Host
  # The state of one round: names, shared functions, the settlers of promises, the first pairs of thenables, the
  # exceptions that carry values, and the blocks that wait for quiescence or for their turn.
  Round = Struct.new(:names, :shared, :settlers, :first_pairs, :thrown, :idle_blocks, :turns) do
    def self.fresh(names)
      new(names, {}, *Array.new(3) { {}.compare_by_identity }, [], [])
    end
  end

  # The performance of one program.
  class Run
    # `patience` is how long the host waits for anything before it gives up, in seconds.
    attr_reader :recorder, :program, :patience, :round, :values, :user_code, :library, :verbs

    def initialize(adapter, wire, message)
      @adapter = adapter
      @wire = wire
      @number = message["run"]
      @program = message["program"]
      @patience = message.fetch("patience", PATIENCE_MILLISECONDS) / 1000.0
      # Ruby has only nil. The trace writes it as null if the program uses that, else as undefined.
      nothing = @program["uses"].include?("null") ? nil : { is: "undefined" }
      written = method(:send_event) if message["stream"]
      # Ends the process, because the library may never stop.
      overrun = -> { end_with("overrun") }
      @recorder = Recorder.new(adapter, nothing, written, message.fetch("limit", Float::INFINITY), overrun)
      @values = Values.new(self)
      @user_code = UserCode.new(self)
      @library = Library.new(self, adapter)
      @verbs = Verbs.new(self, adapter)
    end

    def names = @round.names

    # Performs all rounds and sends the trace. Events that follow are late.
    def perform_all
      @program.fetch("rounds", 1).times do |number|
        begin_round(number)
        Host.guarded { @verbs.perform(@program["steps"], Context.new([], nil, nil)) }
        phases
        # Nothing can run any more, so a frame that is open on another thread will never end.
        end_with("stuck") if @recorder.open?
      end
      @recorder.lock.synchronize do
        answer("quiet")
        @recorder.finish(->(event, _) { @wire.write({ late: @number, event: event }) })
      end
    end

    # Sends the trace and ends the process, because code that is stuck or never ends cannot be stopped.
    def end_with(ending)
      @recorder.lock.synchronize do
        answer(ending)
        exit!(0)
      end
    end

    # Releases all objects. Events that promises cause meanwhile are dropped; those that follow are late.
    def release
      send_late, @recorder.written = @recorder.written, nil
      begin_round(0)
      @recorder.release
      @recorder.written = send_late
    end

    private

    def begin_round(number)
      @recorder.round = number
      @round = Round.fresh(Names.new(@recorder, @patience))
    end

    # Sends an event as it happens, with the descriptions that are new or have changed.
    def send_event(event, objects)
      @wire.write({ run: @number, event: event }.merge(objects.empty? ? {} : { objects: objects }))
    end

    def answer(ending)
      trace = { trace: "aplus-trace/1", ending: ending, objects: @recorder.objects, events: @recorder.events }
      @wire.write({ run: @number, trace: trace })
    end

    # Performs idle blocks, one per phase, until none is left.
    def phases
      loop do
        @recorder.note({ e: "phase", strength: await_quiescence })
        block = @round.idle_blocks.shift or return
        Host.guarded(&block)
      end
    end

    # Lets turns and the library run until nothing can run; returns the strength of the evidence.
    def await_quiescence
      since, seen = Host.now, @recorder.count
      loop do
        # Jobs that the library has queued may run before or after a turn. Here they run before it.
        has_run = drain
        strength = Quiescence.look unless has_run
        Host.take_interrupts
        if strength && seen == @recorder.count && !@round.turns.empty?
          Host.guarded(&@round.turns.shift)
          next
        end
        return strength if strength && @round.turns.empty? && seen == @recorder.count
        return "bounded" if @round.turns.empty? && Host.now - since > patience_after(seen)

        since, seen = Host.now, @recorder.count if seen != @recorder.count
      end
    end

    # Runs the library's own queue; returns whether there was something in it.
    def drain
      @adapter.drain
    rescue Exception => error
      Host.uncaught(error)
      true
    end

    # In seconds, more for each event so far: a library may pass an outcome down 100,000 links without an event.
    def patience_after(events)
      @patience + PATIENCE_PER_EVENT_MILLISECONDS / 1000.0 * events
    end
  end
end
