# frozen_string_literal: true

module Host
  # Whether every other thread waits, without a time limit, for what only another thread can give.
  module Quiescence
    # Seconds for which a look lets other threads have the interpreter.
    PAUSE = 0.0005

    # The strength of the evidence; nil where something may still run.
    def self.look
      return "proved" if Thread.list.size == 1

      before = counters
      # Releases the interpreter's lock: a thread that waits for it runs now.
      sleep PAUSE
      others = Thread.list - [Thread.current]
      # A thread that was woken and waits for a processor sleeps nowhere, though Ruby still says so.
      is_still = before.nil? || before.none? { |_, _, place| place == "0" }
      "quiescent" if is_still && others.all? { |thread| thread.inspect.include?("sleep_forever") } && before == counters
    end

    # What the kernel says of each thread: how often it ran, and whether it sleeps; nil where it cannot tell.
    def self.counters
      Dir["/proc/self/task/*"].map { |task| [task, File.read("#{task}/schedstat"), File.read("#{task}/wchan")] }
        .reject { |task, *| File.basename(task).to_i == Thread.main.native_thread_id }
    rescue SystemCallError
      nil
    end
  end
end
