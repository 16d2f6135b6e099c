import Foundation

/// The environment of this process.
package enum ProcessVariables {
  /// The variables by name; where a name occurs twice, the first counts.
  package static let all: [String: String] = {
    var variables: [String: String] = [:]
    var place = unsafe environ
    while let entry = unsafe place.pointee {
      let text = unsafe String(cString: entry)
      if let sign = text.firstIndex(of: "=") {
        let name = String(text[..<sign])
        variables[name] = variables[name] ?? String(text[text.index(after: sign)...])
      }
      unsafe place += 1
    }
    return variables
  }()
}
