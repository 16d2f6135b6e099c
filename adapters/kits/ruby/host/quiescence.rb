# frozen_string_literal: true

module Host
  # Determines whether every other thread waits for another thread, without a time limit.
  module Quiescence
    # How many functions of a thread a phrase names.
    SHOWN_FRAMES = 4

    # For how many seconds `look` lets other threads use the interpreter.
    PAUSE = 0.0005

    # The strength of the evidence that nothing can run, or nil if something may.
    def self.look
      return "proved" if Thread.list.size == 1

      unless do_others_wait?
        sleep PAUSE
        return
      end
      before = counters
      # Releases the interpreter's lock, so that threads that wait for it run now: a pass ends when the next one has it.
      before ? Thread.pass : sleep(PAUSE)
      # The kernel shows no place in which a woken thread sleeps, though Ruby still says that the thread sleeps.
      are_asleep = before.nil? || before.none? { |_, _, place| place == "0" }
      "quiescent" if are_asleep && do_others_wait? && before == counters
    end

    # Whether Ruby says of each other thread that it waits, without a limit.
    def self.do_others_wait?
      (Thread.list - [Thread.current]).all? { |thread| thread.inspect.include?("sleep_forever") }
    end

    # Where each other thread is, a phrase for each.
    def self.waits
      (Thread.list - [Thread.current]).map do |thread|
        places = (thread.backtrace || []).first(SHOWN_FRAMES).map { |line| line.sub(%r{\A.*/}, "") }
        "thread #{thread.name || thread.native_thread_id} (#{thread.status}) is in #{places.join(" < ")}"
      end
    end

    # For each other thread, the kernel's counters of how often it ran, and where it sleeps; nil if these are not shown.
    def self.counters
      (Dir.children("/proc/self/task") - [Thread.main.native_thread_id.to_s]).map do |task|
        [task, File.read("/proc/self/task/#{task}/schedstat"), File.read("/proc/self/task/#{task}/wchan")]
      end
    rescue SystemCallError
      nil
    end
  end
end
