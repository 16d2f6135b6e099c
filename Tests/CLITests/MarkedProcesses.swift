#if os(Linux)
import Foundation

/// Processes that are known by a variable of their environment.
enum MarkedProcesses {
  /// The processes, with the number and the name of each.
  ///
  /// - Parameter variable: A variable with its value, such as `MARK=1`.
  /// - Returns: The processes that may be looked at and have it.
  static func all(_ variable: String) -> [(number: Int32, name: String)] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return names.compactMap { name in
      guard let number = Int32(name), let variables = FileManager.default.contents(atPath: "/proc/\(name)/environ"),
        variables.split(separator: 0).contains(where: { $0.elementsEqual(variable.utf8) }),
        let title = FileManager.default.contents(atPath: "/proc/\(name)/comm")
      else { return nil }
      return (number, String(decoding: title.dropLast(), as: UTF8.self))
    }
  }

  /// Waits until there is none; whether that came within a time.
  static func areGone(_ variable: String, within patience: Duration) async throws -> Bool {
    let end = ContinuousClock.now + patience
    while !all(variable).isEmpty, .now < end { try await Task.sleep(for: .milliseconds(2)) }
    return all(variable).isEmpty
  }
}
#endif
