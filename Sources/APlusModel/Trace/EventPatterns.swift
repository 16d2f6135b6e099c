/// Reads events that say the same as earlier ones but for a few numbers.
///
/// Most of a large trace comes from repeats: event after event differs in its number, its frame's,
/// the indices and what a call gave. To compare the rest takes a quarter of the time of reading it,
/// and all such events share what is known of their frame.
struct EventPatterns {
  /// Patterns are looked through one after another.
  private static let limit = 32
  /// How many may be tried that begin as the event does.
  private static let tries = 8
  /// A trace without repeats that are alike would learn from each of its events, in vain.
  private static let lessons = 256
  /// To find the holes takes time that grows with the square of the text.
  private static let longest = 1000

  private var patterns: [EventPattern] = []
  /// What each pattern has behind the number of the event, so that few are compared.
  private var beginnings: [TextCursor.SixteenBytes] = []
  /// Whether another event was read by each of them.
  private var isUsed: [Bool] = []
  /// Which one is expected after each of them.
  private var successors: [Int] = []
  private var lessonCount = 0
  private var last = 0

  /// Reads the event that comes next, where it is of a known pattern; else the place is any.
  mutating func read(at cursor: inout TextCursor) -> Event? {
    guard !patterns.isEmpty else { return nil }
    guard let number = cursor.eventNumber(), let beginning = cursor.sixteenBytes else { return nil }
    // The pattern that came after this one before, most often comes after it again.
    let expected = successors[last]
    if beginnings[expected] == beginning, let found = read(number, at: &cursor, by: expected) {
      return found
    }
    var tries = 0
    for index in beginnings.indices where beginnings[index] == beginning && index != expected {
      let before = last
      if let found = read(number, at: &cursor, by: index) {
        successors[before] = index
        return found
      }
      tries += 1
      guard tries < Self.tries else { return nil }
    }
    return nil
  }

  private mutating func read(
    _ number: Int,
    at cursor: inout TextCursor,
    by index: Int
  ) -> Event? {
    let start = cursor
    guard let found = patterns[index].read(number, at: &cursor) else {
      cursor = start
      return nil
    }
    isUsed[index] = true
    last = index
    return found
  }

  /// Takes an event that was read otherwise for a pattern of later ones.
  mutating func learn(_ event: Event, from start: TextCursor, to end: TextCursor) {
    guard lessonCount < Self.lessons, !event.indices.isEmpty,
      end.place - start.place <= Self.longest
    else { return }
    lessonCount += 1
    var cursor = start
    guard cursor.eventNumber() != nil, let beginning = cursor.sixteenBytes,
      let pattern = EventPattern(event, from: cursor, to: end)
    else { return }
    if patterns.count < Self.limit {
      patterns.append(pattern)
      beginnings.append(beginning)
      isUsed.append(false)
      successors.append(0)
    } else if let unused = isUsed.firstIndex(of: false) {
      patterns[unused] = pattern
      beginnings[unused] = beginning
    }
  }
}
