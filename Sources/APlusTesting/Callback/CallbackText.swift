import APlusQuiescence

/// A line about a thread.
struct ThreadLine {
  var text: String
  var weight: ThreadWeight
}

/// The messages of issues about callbacks.
enum CallbackText {
  /// The most threads that a message names.
  private static let threadLimit = 8

  /// The callback was called inside the call of the function that took it.
  static func early(_ call: CallbackWatch.Call) -> String {
    "the callback was called before the function returned; expected later\(site(call))"
  }

  /// The callback was called after the function had returned.
  static func late(_ call: CallbackWatch.Call) -> String {
    "the callback was called after the function had returned; expected at once\(site(call))"
  }

  /// The callback was called on another context.
  static func elsewhere(_ call: CallbackWatch.Call, _ context: CallbackContext) -> String {
    "the callback was called on \(place(call)); expected \(context.name)\(site(call))"
  }

  /// The callback was called again.
  static func second(_ call: CallbackWatch.Call, of count: Int = 2, after isOver: Bool = false) -> String {
    let times = count == 2 ? "twice" : "\(count) times"
    let when = isOver ? "again, after the wait for it was over" : times
    return "the callback was called \(when); expected once. The second call was on \(place(call))\(site(call))"
  }

  /// The callback cannot be called within the limit.
  static func missing(due: UInt64, _ limit: UInt64, _ threads: [ThreadLine]) -> [String] {
    let proof =
      due == .max
      ? "nothing can run any more"
      : "no thread runs, and none is due within the limit of \(seconds(limit)) (the next one in \(seconds(due)))"
    return ["the callback was never called: \(proof)"] + list(threads.filter { $0.weight == .blocked })
  }

  /// The callback was not called within the limit, which proves nothing.
  static func missing(_ rest: Lookout.Rest, _ limit: UInt64, _ quiet: QuietTime, _ threads: [ThreadLine]) -> [String] {
    let because: String
    switch rest {
    case .unknown: because = "the kernel does not show all that could call it, such as another process at a socket"
    case .busy, .resting: because = "not every thread is at rest"
    }
    let hint = "other tests that run beside this one look like that; 'swift test --no-parallel' runs each alone"
    return ["the callback was not called within \(seconds(max(limit, quiet.elapsed))). It may still come: \(because)"]
      + list(threads.filter { $0.weight != .idle }.sorted { $0.weight < $1.weight })
      + (threads.contains { $0.weight == .running } ? [hint] : [])
  }

  private static func list(_ threads: [ThreadLine]) -> [String] {
    let shown = threads.prefix(threadLimit).map { "  \($0.text)" }
    return shown + (threads.count > threadLimit ? ["  and \(threads.count - threadLimit) more threads"] : [])
  }

  private static func place(_ call: CallbackWatch.Call) -> String {
    guard let queue = call.queue, !queue.isEmpty else { return "thread \(call.thread)" }
    return "queue \"\(queue)\""
  }

  private static func site(_ call: CallbackWatch.Call) -> String {
    call.site.enumerated().map { "\n  \($0 == 0 ? "in" : "from") \($1)" }.joined()
  }

  private static func seconds(_ nanoseconds: UInt64) -> String {
    let tenths = (nanoseconds + 50_000_000) / 100_000_000
    if tenths == 0 { return "\(nanoseconds / 1_000_000) ms" }
    return tenths.isMultiple(of: 10) ? "\(tenths / 10) s" : "\(tenths / 10).\(tenths % 10) s"
  }
}
