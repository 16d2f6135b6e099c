# frozen_string_literal: true

module Host
  # The place of a step: the indices of repeats, the innermost pair of resolvers, and the id of the step.
  Context = Struct.new(:indices, :pair, :step) do
    def at(step)
      Context.new(indices, pair, step["id"])
    end

    def in_repeat(index)
      Context.new([*indices, index], pair, step)
    end

    # Replaces the `#` of a name with the index of the innermost repeat.
    def name(written)
      return written if indices.empty? || !written.include?("#")

      index = indices.last
      return written.sub("#", index.to_s) unless written.end_with?("#-1")

      written.sub("#-1", index.zero? ? "-start" : (index - 1).to_s)
    end
  end
end
