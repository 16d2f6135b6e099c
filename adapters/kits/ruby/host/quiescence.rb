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

      before = counters
      # Releases the interpreter's lock, so that threads that wait for it run now.
      sleep PAUSE
      others = Thread.list - [Thread.current]
      # The kernel shows no place in which a woken thread sleeps, though Ruby still says that the thread sleeps.
      are_asleep = before.nil? || before.none? { |_, _, place| place == "0" }
      are_waiting = others.all? { |thread| thread.inspect.include?("sleep_forever") }
      "quiescent" if are_asleep && are_waiting && before == counters
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
      Dir["/proc/self/task/*"].map { |task| [task, File.read("#{task}/schedstat"), File.read("#{task}/wchan")] }
        .reject { |task, *| File.basename(task).to_i == Thread.main.native_thread_id }
    rescue SystemCallError
      nil
    end
  end
end
