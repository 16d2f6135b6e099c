import Foundation

/// The present moment as reports write it.
enum Timestamp {
  /// UTC, whole seconds, without a zone, the one form that every reader takes: `2026-11-20T20:53:25`.
  static var now: String {
    Date.now.formatted(
      .iso8601.year().month().day().dateSeparator(.dash)
        .time(includingFractionalSeconds: false).timeSeparator(.colon)
    )
  }
}
