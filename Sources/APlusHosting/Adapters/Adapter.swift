package import APlusModel

/// An implementation that can be asked, and how its host is started.
package struct Adapter: Sendable, Hashable {
  /// The name that reports use.
  package var name: String
  /// The argument that names it on the command line.
  package var argument: String
  /// Program and arguments of the host.
  package var command: [String]
  /// Commands that are run once before the first host.
  package var build: [[String]]
  /// What must be installed for the host to start.
  package var packages: [PackageList]
  /// Where command and build steps are run; nil is the runner's directory.
  package var directory: String?
  /// Names of the variables that the host gets besides the few that everybody gets.
  package var environment: [String]
  /// What the manifest claims; nil leaves it to the hello.
  package var claims: [Capability]?
  package var language: String?
  package var library: String?
  /// Whether the implementation comes with the tool, and is no library that others wrote.
  package var isBuiltIn: Bool

  package init(
    name: String,
    argument: String,
    command: [String],
    build: [[String]] = [],
    packages: [PackageList] = [],
    directory: String? = nil,
    environment: [String] = [],
    claims: [Capability]? = nil,
    language: String? = nil,
    library: String? = nil,
    isBuiltIn: Bool = false
  ) {
    self.name = name
    self.argument = argument
    self.command = command
    self.build = build
    self.packages = packages
    self.directory = directory
    self.environment = environment
    self.claims = claims
    self.language = language
    self.library = library
    self.isBuiltIn = isBuiltIn
  }
}

extension Adapter {
  /// What every program needs to find its files and its language.
  private static let commonVariables = [
    "PATH", "HOME", "LANG", "LC_ALL", "LC_CTYPE", "TMPDIR", "TZ",
  ]

  /// The variables that the host gets: no more of the runner's than the manifest asks for.
  ///
  /// - Parameters:
  ///   - mark: Tells the processes of this adapter from all others.
  ///   - seed: Decides what a host does at random.
  ///   - own: The variables of the runner.
  /// - Returns: All variables of the host, by name.
  package func environment(
    mark: String,
    seed: UInt64 = 0,
    of own: [String: String] = ProcessVariables.all
  ) -> [String: String] {
    var variables: [String: String] = [:]
    for name in Self.commonVariables + environment {
      variables[name] = own[name]
    }
    // Swift's crash reporter takes longer than everything else together.
    variables["SWIFT_BACKTRACE"] = "enable=no"
    variables[HostFamily.variable] = mark
    variables["APLUS_SEED"] = String(seed)
    return variables
  }

  package func hostCommand(environment: [String: String]) -> HostCommand {
    HostCommand(
      executable: command.first ?? "",
      arguments: Array(command.dropFirst()),
      directory: directory,
      environment: environment
    )
  }

  /// What its manifest says that it needs, to follow a message; empty where that is nothing.
  package var needs: String {
    packages.isEmpty ? "" : "; it needs: \(packages.map(\.command).joined(separator: ", "))"
  }

  /// Why the host could not be started, with what it needs.
  package func launchFailure(_ message: String) -> HarnessError {
    HarnessError(type: .launch, message: message + needs)
  }

  /// The identity with what counts of it: the capabilities that the manifest claims, where it does, and the language that it
  /// names, as a host of many libraries knows only how it talks to them.
  package func effective(_ hello: HostIdentity) throws(HostMessage.Breach) -> HostIdentity {
    var identity = hello
    identity.language = language ?? hello.language
    if let claims {
      if let broken = claims.first(where: { !hello.capabilities.provide($0) }) {
        throw HostMessage.Breach(message: "lacks \"\(broken)\", which its manifest claims")
      }
      identity.capabilities = hello.capabilities.filter { capability in
        claims.contains { $0 == capability || ($0.detail == nil && $0.name == capability.name) }
      }
    }
    if let (one, other) = Capability.contradiction(in: identity.capabilities) {
      throw HostMessage.Breach(
        message: "claims \"\(one)\" and \"\(other)\", of which a library can have one"
      )
    }
    return identity
  }
}
