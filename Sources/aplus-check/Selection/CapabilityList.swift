import APlusJSON
import APlusModel

/// The capabilities that the `--require` options name.
enum CapabilityList {
  /// Reads lists such as `threads,combinators:all,race`; a detail belongs to the name before it.
  static func parsed(_ lists: [String]) throws(Failure) -> [Capability] {
    var found: [Capability] = []
    for list in lists {
      var owner: Capability?
      for word in list.split(separator: ",", omittingEmptySubsequences: false) {
        let parts = word.split(separator: ":", maxSplits: 1).map(String.init)
        if let name = parts.first, Limit.allCases.contains(where: { $0.capability.name == name }) {
          throw Failure(
            .usage, "--require: '\(word)' is a limit, which a library has instead of a capability; name a capability")
        } else if let name = parts.first, Capability.vocabulary.contains(name) {
          let capability = Capability(name, detail: parts.count == 2 ? parts[1] : nil)
          owner = capability.detail == nil ? nil : capability
          found.append(capability)
        } else if let owner, let detail = parts.first, parts.count == 1 {
          found.append(Capability(owner.name, detail: detail))
        } else {
          let limits = Set(Limit.allCases.map(\.capability.name))
          let known = Capability.vocabulary.subtracting(limits).sorted()
          let hint = known.nearest(to: parts.first ?? "").map { "; did you mean '\($0)'?" } ?? ""
          throw Failure(
            .usage, "--require: there is no capability '\(word)'; there are: \(known.joined(separator: ", "))\(hint)")
        }
      }
    }
    return found
  }
}
