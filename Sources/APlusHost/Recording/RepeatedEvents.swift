import APlusModel

/// Finds the events of a run that differ from an earlier one only in a few numbers.
///
/// Most events of a large trace come from repeats, which make such events.
struct RepeatedEvents {
  /// How an event is written.
  enum Form {
    /// In full, and with the members that vary in similar events; nil if none is expected.
    case full(varying: [RowMember]?)
    /// As the numbers of some lanes; otherwise like the event that has the number `like`.
    case row(like: Int, numbers: SIMD8<Int32>, lanes: UInt8)
  }

  /// The positions of the numbers that may vary from event to event.
  private enum Lane {
    static let round = 0
    static let indices = 1
    static let frame = 4
    static let registration = 5
    static let first = 6
    static let second = 7
  }

  /// What similar events have in common.
  private struct Shape: Hashable {
    let event: RawEvent
    let stack: Int
  }

  private struct Model {
    /// The number of the event that was written in full with its varying members; 0 for none.
    var number = 0
    var numbers: SIMD8<Int32>
    /// The lanes that vary, a bit for each.
    var lanes: UInt8 = 0
  }

  /// The largest number of shapes: a run without similar events would keep every event in vain.
  static let limit = 10_000

  private var models: [Shape: Model] = [:]

  /// Decides how an event is written.
  ///
  /// - Parameters:
  ///   - raw: The event.
  ///   - stack: Its stack.
  ///   - number: Its place in the trace, from 1.
  ///   - builder: Knows the numbers of objects in the trace.
  /// - Returns: In full, or as a row.
  mutating func form(of raw: RawEvent, stack: Int, number: Int, _ builder: borrowing TraceBuilder) -> Form {
    let shape = Shape(event: raw.shape, stack: stack)
    let numbers = Self.numbers(of: raw, builder)
    guard var model = models[shape] else {
      if models.count < Self.limit { models[shape] = Model(numbers: numbers) }
      return .full(varying: nil)
    }
    let varying = Self.lanes(in: numbers, otherThan: model.numbers, depth: raw.place.depth)
    if model.number > 0, varying & ~model.lanes == 0 {
      return .row(like: model.number, numbers: numbers, lanes: model.lanes)
    }
    model.lanes |= varying
    model.numbers = numbers
    model.number = number
    models[shape] = model
    return .full(varying: Self.members(model.lanes, of: raw))
  }

  private static func numbers(of raw: RawEvent, _ builder: borrowing TraceBuilder) -> SIMD8<Int32> {
    let place = raw.place
    var numbers = SIMD8(place.round, place.outer, place.middle, place.inner, 0, 0, 0, 0)
    numbers[Lane.frame] = raw.kind.isBegin ? raw.sequence : raw.frame
    if raw.hasRegistration { numbers[Lane.registration] = raw.number }
    if raw.firstMember != nil, let first = builder.reference(raw.first) { numbers[Lane.first] = first }
    if raw.secondMember != nil, let second = builder.reference(raw.second) { numbers[Lane.second] = second }
    return numbers
  }

  /// The lanes that differ; either all of the indices or none.
  private static func lanes(in numbers: SIMD8<Int32>, otherThan others: SIMD8<Int32>, depth: UInt8) -> UInt8 {
    let differs = numbers .!= others
    var lanes: UInt8 = 0
    for lane in 0..<8 where differs[lane] { lanes |= 1 << lane }
    let indices = (UInt8(1) << depth - 1) << Lane.indices
    return lanes & indices == 0 ? lanes : lanes | indices
  }

  private static func members(_ lanes: UInt8, of raw: RawEvent) -> [RowMember] {
    func member(_ lane: Int, _ member: RowMember?) -> RowMember? { lanes & 1 << lane == 0 ? nil : member }
    return [
      member(Lane.round, .round), member(Lane.indices, .indices), member(Lane.frame, .frame),
      member(Lane.registration, .registration), member(Lane.first, raw.firstMember),
      member(Lane.second, raw.secondMember),
    ].compactMap(\.self)
  }
}

extension RawEvent {
  /// The member of a traced event that holds the first value, if similar events may differ in it.
  fileprivate var firstMember: RowMember? {
    switch kind {
    case .beginThen, .beginFulfill, .beginReject, .beginResolve: .subject
    case .beginHandler: argumentCount == 1 ? .arguments : nil
    case .endGives: .gives
    case .endReturned: .returned
    case .endThrew: .threw
    case .bound: .value
    default: nil
    }
  }

  /// The member that holds the second value, likewise.
  fileprivate var secondMember: RowMember? {
    switch kind {
    case .beginFulfill, .beginReject, .beginResolve: .with
    default: nil
    }
  }

  /// Whether `number` is that of a registration.
  fileprivate var hasRegistration: Bool { (kind == .beginThen || kind == .beginHandler) && number > 0 }

  /// The event without the numbers in which similar events may differ.
  fileprivate var shape: RawEvent {
    var shape = self
    shape.sequence = 0
    shape.frame = 0
    shape.place = place.withoutNumbers
    if hasRegistration { shape.number = 1 }
    if firstMember != nil, first.kind == .reference { shape.first = .reference(0) }
    if secondMember != nil, second.kind == .reference { shape.second = .reference(0) }
    return shape
  }
}

extension Place {
  /// A place that keeps only the number of enclosing repeats.
  fileprivate var withoutNumbers: Place {
    var place = Place()
    place.depth = depth
    return place
  }
}
