# frozen_string_literal: true

require_relative "awaits"
require_relative "constants"
require_relative "lanes"
require_relative "user_code"

module Host
  # Performs steps.
  class Verbs
    include Awaits
    include Lanes

    # The method that performs each verb.
    PERFORMERS = {
      "let" => :perform_let, "fulfill" => :perform_settlement, "reject" => :perform_settlement,
      "resolve" => :perform_settlement, "then" => :perform_then, "await" => :perform_await,
      "combine" => :perform_combine, "call" => :perform_call,
      "mark" => :perform_mark, "later" => :perform_later, "repeat" => :perform_repeat, "lanes" => :perform_lanes,
      "wait" => :perform_wait, "drop" => :perform_drop, "cancel" => :perform_cancel
    }.freeze

    def initialize(run, adapter)
      @run = run
      @recorder = run.recorder
      @adapter = adapter
    end

    # Performs steps one after another; returns what a resolver raised, which ends them.
    def perform(steps, context)
      steps.each do |step|
        performer = PERFORMERS[step["verb"]] or raise "Ruby cannot perform #{step["verb"].inspect}: #{step}"
        result = send(performer, step, context)
        return result if Raised === result
      end
      nil
    end

    private

    def names = @run.names

    def library = @run.library

    def evaluate(value, context) = @run.values.evaluate(value, context)

    def perform_let(step, context)
      inside = context.at(step)
      names.while_binding(context.name(step["let"])) do
        value = evaluate(step["be"], inside)
        made = step["be"].is_a?(Hash) && step["be"].key?("promise")
        return names.unbound(step["let"], inside) if made && value.equal?(names["UNBOUND"])

        names.bind(step["let"], value, context)
        event = { e: "let", step: step["id"], name: step["let"], value: @recorder.reference(value) }
        @recorder.note(event, context.indices)
      end
    end

    def perform_settlement(step, context)
      verb = step["verb"]
      inside = context.at(step)
      promise = names.bound(step[verb], inside)
      return if NOTHING.equal?(promise)

      settlers = @run.round.settlers[promise] or return names.unbound(step[verb], inside)
      value = evaluate(step["with"], inside)
      fields = { in: verb, step: step["id"], on: @recorder.reference(promise), with: @recorder.reference(value) }
      library.settle(fields, settlers, verb, value, context)
    end

    def perform_then(step, context)
      inside = context.at(step)
      promise = names.bound(step["then"], inside)
      return if NOTHING.equal?(promise)

      number = @recorder.next_number(:registration)
      seen = {}
      handlers = %w[ok bad].map do |word|
        next unless step.key?(word)

        handler = @run.user_code.slot(step[word], inside, Role.new({ in: "handler", reg: number, slot: word }))
        seen[word.to_sym] = step[word].is_a?(String) ? step[word] : { not: @recorder.reference(handler) }
        handler
      end
      fields = { in: "then", step: step["id"], on: @recorder.reference(promise), reg: number }.merge(seen)
      library.give(step, context, fields) { @adapter.then(promise, *handlers) }
    end

    def perform_combine(step, context)
      inside = context.at(step)
      members = step["of"].map { |member| evaluate(member, inside) }
      slot_word = { "finally" => "finally", "recover" => "bad" }[step["combine"]]
      role = Role.new(slot_word ? { in: "handler", slot: slot_word } : { in: "task" })
      function = @run.user_code.slot(step["call"], inside, role)
      of = members.map { |member| @recorder.reference(member) }
      fields = { in: "combine", step: step["id"], kind: step["combine"], of: of }
      @recorder.introduce(members, { kind: "list", items: of })
      options = { ms: step["ms"], times: step["times"], call: function }
      library.give(step, context, fields) do
        @adapter.combine(step["combine"], members, options).tap { members.clear if step["list"] == "emptied" }
      end
    end

    def perform_call(step, context)
      inside = context.at(step)
      name, which = step["call"].include?(".") ? step["call"].split(".") : [nil, step["call"]]
      pair = name ? @run.round.first_pairs[names[inside.name(name)]] : context.pair
      resolver = pair && pair[which.to_sym]
      return names.unbound(step["call"], inside) unless resolver.respond_to?(:call)

      values = step.key?("with") ? [evaluate(step["with"], inside)] : []
      fields = { in: "call", step: step["id"], pair: pair[:number], which: which }
      fields[:with] = @recorder.reference(values.first) unless values.empty?
      raised = nil
      library.enter(fields, context, nil, ->(error) { raised = Raised.new(error) }) { resolver.call(*values) }
      raised
    end

    def perform_mark(step, context)
      @recorder.note({ e: "mark", step: step["id"], name: step["mark"] }, context.indices)
      names.gate(context.name(step["mark"])) << true
    end

    def perform_later(step, context)
      block = lambda do
        @recorder.note({ e: "block", step: step["id"] }, context.indices)
        perform(step["do"], context)
      end
      (step["later"] == "idle" ? @run.round.idle_blocks : @run.round.turns) << block
    end

    def perform_repeat(step, context)
      step["repeat"].times do |index|
        raised = perform(step["do"], context.in_repeat(index))
        return raised if raised
      end
    end

    def perform_drop(step, context)
      library.enter({ in: "drop", step: step["id"], names: step["drop"] }, context) do
        step["drop"].each do |written|
          @run.round.settlers.delete(names.delete(context.name(written)))
          @run.round.shared.delete(written)
        end
      end
    end

    def perform_cancel(step, context)
      inside = context.at(step)
      promise = names.bound(step["cancel"], inside)
      return if NOTHING.equal?(promise)

      reasons = step.key?("with") ? [evaluate(step["with"], inside)] : []
      fields = { in: "cancel", step: step["id"], on: @recorder.reference(promise) }
      fields[:with] = @recorder.reference(reasons.first) unless reasons.empty?
      library.enter(fields, context, library.method(:accepted)) { @adapter.cancel(promise, *reasons) }
    end
  end
end
