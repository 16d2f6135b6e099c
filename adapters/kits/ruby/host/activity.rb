# frozen_string_literal: true

require_relative "constants"

module Host
  # Whether threads compute: the calling one, or one of the others.
  #
  # A thread computes if it runs for at least half of the time in which no other one takes its processor. The calling
  # one runs, and so it computes until two looks show that it slept.
  class Activity
    # In seconds since the last event: the processor time of all these threads, and the time by the clock.
    attr_reader :used, :elapsed

    def initialize(own: false)
      @own = own
      begin_anew(-1)
    end

    # Whether a thread has computed since the last look. An event begins anew.
    def computing?(count)
      if count != @count
        begin_anew(count)
        return @is_computing
      end
      now = Host.now
      elapsed = now - @moment
      return @is_computing if @shares && elapsed < COMPUTATION_STEP_MILLISECONDS / 1000.0

      latest = shares
      note(latest, elapsed) if @shares
      @shares, @moment = latest, now
      @is_computing
    end

    # How long threads have computed since the last event, and where, as a trace says it.
    def description
      thread = Thread.list.find { |one| one.native_thread_id == @busiest } unless @own
      stack = (thread&.backtrace || []).map { |line| line.sub(%r{\A.*/}, "") }
      { used: (1000 * @used).round, elapsed: (1000 * @elapsed).round, stack: stack.first(12) }
    end

    private

    def begin_anew(count)
      @count, @shares, @moment = count, nil, 0
      @is_computing, @busiest = @own, nil
      @used = @elapsed = 0
    end

    # How many nanoseconds each of the threads has run, and has waited for a processor, by its number.
    def shares
      me = Thread.current.native_thread_id
      tasks = @own ? [me] : Dir.children("/proc/self/task").map(&:to_i) - [me]
      tasks.to_h { |task| [task, File.read("/proc/self/task/#{task}/schedstat").split.first(2).map(&:to_i)] }
    rescue SystemCallError
      # A thread has just ended, or the kernel does not show it.
      {}
    end

    def note(latest, elapsed)
      @elapsed += elapsed
      runs = latest.map do |task, times|
        ran, waited = times.zip(@shares.fetch(task, [0, 0])).map { |now, before| (now - before) / 1e9 }
        @used += ran
        { task:, ran:, computes: ran >= elapsed / 100 && ran >= (elapsed - waited) / 2 }
      end
      @is_computing = runs.any? { |run| run[:computes] }
      @busiest = runs.max_by { |run| run[:ran] }&.fetch(:task)
    end
  end
end
