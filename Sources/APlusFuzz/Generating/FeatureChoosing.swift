/// A program that is being written from features, which it notes.
protocol FeatureChoosing {
  var decide: DecisionMaker { get set }
  /// The features that this program is to have more often.
  var emphasis: Set<String> { get }
  var features: Set<String> { get set }
}

/// The factor by which emphasis raises the weight of a feature.
private let boost = 16

extension FeatureChoosing {
  /// An option: its feature, its weight, and what it stands for.
  typealias Choice<Value> = (feature: String, weight: Int, value: Value)

  /// Chooses an option by weight, and notes its feature; at least one weight is positive.
  mutating func choose<Value>(_ choices: [Choice<Value>]) -> Value {
    let weights = choices.map { $0.weight * (emphasis.contains($0.feature) ? boost : 1) }
    let choice = choices[decide.place(of: weights)]
    features.insert(choice.feature)
    return choice.value
  }

  /// Whether an option is taken, with a probability in percent, or 60 where the feature is
  /// emphasized; notes the feature if it is.
  mutating func takes(_ feature: String, _ percent: Int) -> Bool {
    guard decide.happens(emphasis.contains(feature) ? 60 : percent) else { return false }
    features.insert(feature)
    return true
  }

  mutating func note(_ feature: String) { features.insert(feature) }
}
