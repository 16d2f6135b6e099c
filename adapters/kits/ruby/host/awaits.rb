# frozen_string_literal: true

require_relative "constants"

module Host
  # Starts tasks that await promises: each is a thread, which the library's own getter blocks.
  module Awaits
    # One await, with the code after it; either function may be nil.
    Await = Struct.new(:promise, :limit, :ok, :bad)

    # Stands for a task in traces; the code after an await may await again, which the same task does.
    class Task
      # The task whose code, which follows an await, this thread performs.
      def self.current = Thread.current.thread_variable_get(:aplus_task)

      def initialize(adapter)
        @adapter = adapter
        @awaits = Queue.new
      end

      def add(await) = @awaits << await

      def start = Thread.new { perform }

      private

      def perform
        until @awaits.empty?
          await = @awaits.pop
          is_fulfilled, value = outcome(await)
          resume(is_fulfilled ? await.ok : await.bad, value) or return
        end
      end

      # Whether the await returned, and what it returned or raised.
      def outcome(await)
        is_fulfilled, value, reason = @adapter.awaited(await.promise, await.limit)
        [is_fulfilled, is_fulfilled ? value : reason]
      rescue Exception => error
        [false, error]
      end

      # Performs the code after an await; what that raises ends the task, and goes nowhere.
      def resume(code, value)
        Thread.current.thread_variable_set(:aplus_task, self)
        code&.call(value)
        true
      rescue Exception
        false
      ensure
        Thread.current.thread_variable_set(:aplus_task, nil)
      end
    end

    private

    def perform_await(step, context)
      promise = names.bound(step["await"], context.at(step))
      return if NOTHING.equal?(promise)

      number = @recorder.next_number(:registration)
      code = %w[ok bad].to_h do |word|
        [word, @run.user_code.slot(step[word], context.at(step), Role.new({ in: "handler", reg: number, slot: word }))]
      end
      task = Task.current || Task.new(@adapter).tap { |made| @recorder.introduce(made, { kind: "task" }) }
      fields = { in: "await", step: step["id"], on: @recorder.reference(promise), reg: number,
                 task: @recorder.reference(task) }.merge(step.slice("ok", "bad").transform_keys(&:to_sym))
      library.give(step, context, fields) do
        task.add(Await.new(promise, step["ms"], code["ok"], code["bad"]))
        task.start unless Task.current
        task
      end
    end
  end
end
