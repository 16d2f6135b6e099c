import APlusCases
import APlusFuzz
import APlusModel

/// Shrinks a generated program, as long as a smaller one shows the same.
struct Shrinking {
  let generator: ProgramGenerator

  /// Proposes smaller programs until none of them shows the same.
  ///
  /// - Parameters:
  ///   - index: The number of the program to begin with.
  ///   - isOver: Whether to stop before that.
  ///   - look: Performs programs; returns the place of the first that shows the same, with what it
  ///     shows, or nil if none does.
  /// - Returns: What the smallest program shows; nil where no smaller one shows the same.
  func smallest<Shown>(from index: Int, isOver: () -> Bool, _ look: ([Program]) async -> (place: Int, shown: Shown)?)
    async -> Shown?
  {
    var shrinker = Shrinker(generator)
    var best = shrinker.start(with: generator.program(at: index))
    var shown: Shown?
    while !isOver() {
      let candidates = shrinker.candidates(for: best).filter(\.program.isValid)
      guard !candidates.isEmpty else { break }
      guard let found = await look(candidates.map(\.program)) else { continue }
      best = candidates[found.place]
      shown = found.shown
    }
    return shown
  }
}
