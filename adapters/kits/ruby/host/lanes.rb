# frozen_string_literal: true

require_relative "constants"
require_relative "guard"
require_relative "interruptions"

module Host
  # Performs the verbs that involve several threads.
  module Lanes
    private

    # Starts one thread for each lane at a common barrier, and joins them.
    def perform_lanes(step, context)
      frame = @recorder.begin({ in: "lanes", step: step["id"], count: step["lanes"].size }, context.indices)
      start = Queue.new
      lanes = step["lanes"].each_with_index.map do |steps, lane|
        Thread.new do
          start.pop
          Host.guarded do
            @recorder.note({ e: "lane", step: step["id"], lane: lane }, context.indices)
            perform(steps, context)
          end
        end
      end
      Interruptions.during(lanes) do
        lanes.each { start << true }
        lanes.each { |lane| @run.over? { |seconds| lane.join(seconds) } or @run.end_with("stuck") }
      end
      @recorder.end(frame, {}, context.indices)
    end

    # Waits for a mark.
    def perform_wait(step, context)
      frame = @recorder.begin({ in: "wait", step: step["id"], name: step["wait"] }, context.indices)
      opened = @run.names.gate(context.name(step["wait"]))
      is_open = @run.over? do |seconds|
        limit = Host.now + seconds
        sleep 0.0002 while opened.empty? && Host.now < limit
        !opened.empty?
      end
      @run.end_with("stuck") unless is_open
      @recorder.end(frame, {}, context.indices)
    end
  end
end
