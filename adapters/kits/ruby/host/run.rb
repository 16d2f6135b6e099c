# frozen_string_literal: true

require "json"
require_relative "activity"
require_relative "clock"
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
    # Seconds between two looks at what other threads do.
    WAIT_SLICE = 0.05

    # `patience` is how long the host waits for anything without progress before it gives up, in seconds.
    attr_reader :recorder, :program, :patience, :round, :values, :user_code, :library, :verbs

    def initialize(adapter, wire, message)
      @adapter = adapter
      @wire = wire
      @number = message["run"]
      @program = message["program"]
      @patience = message.fetch("patience", PATIENCE_MILLISECONDS) / 1000.0
      @clock = Clock.new(@patience)
      # When a library that still computes is given up.
      @end = PATIENCE_WHILE_COMPUTING * @patience
      # Ruby has only nil. The trace writes it as null if the program uses that, else as undefined.
      nothing = @program["uses"].include?("null") ? nil : { is: "undefined" }
      written = method(:send_event) if message["stream"]
      @asks_for_waits = message["waits"]
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
        @recorder.finish(->(event, _) { @wire.write("{\"late\":#{@number},\"event\":#{event}}") })
      end
    end

    # Sends the trace and ends the process, because code that is stuck or never ends cannot be stopped.
    def end_with(ending, activity = nil)
      @recorder.lock.synchronize do
        answer(ending, activity)
        exit!(0)
      end
    end

    # Waits for another thread, by a block that waits for some seconds and returns whether the wait is over.
    #
    # Returns false if for too long there was no event and no thread computed. Ends the run if one computes for too long.
    def over?
      activity, since, seen = Activity.new, @clock.now, @recorder.count
      until yield WAIT_SLICE
        now, computing = @clock.now, activity.computing?(@recorder.count)
        end_with("running", activity) if computing && activity.elapsed > @patience && now > @end
        since, seen = now, @recorder.count if computing || seen != @recorder.count
        return false if now - since > @patience
      end
      true
    end

    # Releases all objects. Events that promises cause meanwhile are dropped; those that follow are late.
    def release
      send_late, @recorder.written = @recorder.written, nil
      begin_round(0)
      @recorder.forget
      @recorder.written = send_late
    end

    private

    def begin_round(number)
      @recorder.round = number
      @round = Round.fresh(Names.new(@recorder, method(:over?)))
    end

    # Sends an event as it happens, with the descriptions that are new or have changed.
    def send_event(event, objects)
      @wire.write("{\"run\":#{@number},\"event\":#{event}#{",\"objects\":#{objects}" if objects}}")
    end

    def answer(ending, activity = nil)
      is_told = @asks_for_waits || ending == "stuck" || (ending == "quiet" && @strength == "bounded")
      more = { computing: activity&.description, waits: (Quiescence.waits if is_told) }.compact
      head = JSON.generate({ trace: "aplus-trace/1", ending:, **more }).chop
      @wire.write("{\"run\":#{@number},\"trace\":#{head},\"objects\":[#{@recorder.objects}],\"events\":[",
                  @recorder.events, "]}}")
    end

    # Performs idle blocks, one per phase, until none is left.
    def phases
      loop do
        @strength = await_quiescence
        @recorder.note({ e: "phase", strength: @strength })
        block = @round.idle_blocks.shift or return
        Host.guarded(&block)
      end
    end

    # Lets turns and the library run until nothing can run; returns the strength of the evidence.
    def await_quiescence
      since, seen = @clock.now, @recorder.count
      threads, queue, drains = Activity.new, Activity.new(own: true), 0
      loop do
        # Jobs that the library has queued may run before or after a turn. Here they run before it.
        has_run = drain
        strength = Quiescence.look unless has_run
        drains = seen == @recorder.count && has_run ? drains + 1 : 0
        activity = has_run ? queue : threads
        computing = activity.computing?(@recorder.count) && drains <= FRUITLESS_DRAINS
        Host.take_interrupts
        if strength && seen == @recorder.count && !@round.turns.empty?
          Host.guarded(&@round.turns.shift)
          next
        end
        return strength if strength && @round.turns.empty? && seen == @recorder.count
        now = @clock.now
        since, seen = now, @recorder.count if seen != @recorder.count || computing
        end_with("running", activity) if computing && activity.elapsed > patience_after(seen) && now > @end
        return "bounded" if @round.turns.empty? && now - since > patience_after(seen)
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
