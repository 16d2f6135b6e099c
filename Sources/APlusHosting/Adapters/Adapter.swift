package import APlusModel
import Foundation

/// An implementation to check, and how to start its host.
package struct Adapter: Sendable, Hashable {
  /// The name that reports use.
  package var name: String
  /// The argument that names the adapter on the command line.
  package var argument: String
  /// The program of the host and its arguments.
  package var command: [String]
  /// The build steps, run once before the first host starts.
  package var build: [[String]] = []
  /// The packages that the host needs.
  package var packages: [PackageList] = []
  /// The working directory of the command and the build steps; nil for the runner's.
  package var directory: String?
  /// The directory that `directory` is a copy of, which a build brings up to date; nil for no copy.
  var original: String?
  /// The directory outside of `directory` that the build writes to; nil for none.
  var output: String?
  /// The files that mark a project of the adapter's language.
  var projectFiles: [String] = []
  /// The names of the environment variables that the host gets besides the common ones.
  package var environment: [String] = []
  /// The sandbox that the host runs in; nil for none.
  ///
  /// Build steps run outside it, as they write files.
  package var sandbox: Sandbox?
  /// The capabilities that the manifest claims; nil to take those of the hello.
  package var claims: [Capability]?
  package var language: String?
  package var library: String?
  /// Whether the implementation comes with the tool.
  package var isBuiltIn: Bool

  package init(name: String, argument: String, command: [String], isBuiltIn: Bool = false) {
    self.name = name
    self.argument = argument
    self.command = command
    self.isBuiltIn = isBuiltIn
  }

  /// The adapter that a manifest in a directory describes, or a variant of it.
  package init(_ manifest: Manifest, in directory: String, argument: String, variant: String? = nil) {
    self.init(
      name: manifest.name + (variant.map { ":\($0)" } ?? ""), argument: argument,
      command: manifest.command + (variant.map { [$0] } ?? []), isBuiltIn: manifest.isBuiltIn)
    build = manifest.build
    packages = manifest.packages
    self.directory = directory
    environment = manifest.environment
    claims = manifest.capabilities
    language = manifest.language
    projectFiles = AdapterLanguage.titled(manifest.language)?.projects ?? []
    library = manifest.library
  }
}

extension Adapter {
  /// The variables from which programs take their paths and locale.
  private static let commonVariables = ["PATH", "HOME", "LANG", "LC_ALL", "LC_CTYPE", "TMPDIR", "TZ"]

  /// The environment of the host: the common variables of the runner, and those that the manifest
  /// names.
  ///
  /// - Parameter seed: The seed for the host's random choices.
  /// - Returns: All variables of the host.
  package func environment(seed: UInt64 = 0) -> [String: String] {
    var variables: [String: String] = [:]
    for name in Self.commonVariables + environment { variables[name] = ProcessVariables.all[name] }
    // Swift's crash reporter takes longer than everything else together.
    variables["SWIFT_BACKTRACE"] = "enable=no"
    variables["APLUS_SEED"] = String(seed)
    return variables
  }

  /// The languages of which a host may have kinds of values, as far as that is known before it starts: that of the
  /// manifest, and those of the files in the command; nil where they name no known language.
  package var kindLanguages: Set<String>? {
    let known = [AdapterLanguage.titled(language)] + command.map(AdapterLanguage.of)
    // Node runs both.
    let names = known.compactMap(\.self).map { $0.name == "typescript" ? "javascript" : $0.title }
    return names.isEmpty ? nil : Set(names + [language].compactMap(\.self))
  }

  /// Whether a case is about kinds of values of another language than the adapter's, as far as that is known before
  /// a host starts; the host's hello then decides.
  package func isForeign(_ scenario: Scenario) -> Bool { kindLanguages.map(scenario.capabilities.areForeign) ?? false }

  package func hostCommand(environment: [String: String]) -> HostCommand {
    var host = HostCommand(
      executable: command.first ?? "", arguments: Array(command.dropFirst()), directory: directory,
      environment: environment)
    host.sandbox = sandbox
    return host
  }

  /// The needed packages, to append to a message; empty where there are none.
  package var needs: String { packages.isEmpty ? "" : "; it needs: \(packages.map(\.command).joined(separator: ", "))" }

  /// What was run, and what to do, to append to the message about a host that said no hello.
  package func advice(standardError: String) -> String {
    let words = command.map { $0.contains(" ") || $0.isEmpty ? "'\($0)'" : $0 }.joined(separator: " ")
    let limit = 160
    let shown = words.count > limit ? "\(words.prefix(limit))…" : words
    let silence = standardError.isEmpty ? ", and wrote no error" : ""
    let place = directory.map { " in \($0)" } ?? ""
    return
      "\(silence); it was started\(place) as: \(shown); run that by hand: the first line that it writes must be its"
      + " hello (\"The smallest host\" in the page about kits)"
  }

  /// The error for a host that could not be started, with the packages that it needs.
  package func launchFailure(_ message: String) -> HarnessError {
    HarnessError(type: .launch, message: message + needs)
  }

  /// The identity of a host; if the manifest claims capabilities, it keeps only those.
  ///
  /// The manifest's language replaces the host's: a host for many libraries knows only its own.
  package func effective(_ hello: HostIdentity) throws(HostMessage.ProtocolViolation) -> HostIdentity {
    var identity = hello
    identity.language = language ?? hello.language
    if let claims = claims.map(Capability.withSubject) {
      let limits = claims.limits.union(hello.capabilities.limits).map(\.capability)
      if let broken = claims.first(where: { !hello.capabilities.provide($0) && !limits.contains($0) }) {
        throw HostMessage.ProtocolViolation(message: "lacks \"\(broken)\", which its manifest claims")
      }
      let kept = hello.capabilities.filter { capability in
        claims.contains { $0 == capability || ($0.detail == nil && $0.name == capability.name) }
      }
      // A limit is no claim to be kept: the host's hold, and the manifest may add some.
      identity.capabilities = Set(kept + limits).sorted()
    }
    if let (one, other) = Capability.contradiction(in: identity.capabilities) {
      throw HostMessage.ProtocolViolation(message: "claims \"\(one)\" and \"\(other)\", which exclude each other")
    }
    return identity
  }
}

extension [Capability] {
  /// Whether they have kinds of values of a language that is none of these.
  package func areForeign(to languages: Set<String>) -> Bool {
    contains { $0.name == "kinds" && $0.detail.map { !languages.contains($0) } ?? false }
  }
}

/// Why an argument does not name an adapter that can be started.
package struct AdapterError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The kinds that exit codes distinguish.
  package enum Kind: Sendable, Hashable {
    /// No adapter has this name: a mistake in the command.
    case unknown
    /// The adapter exists, but is broken.
    case invalid
  }

  package var kind: Kind
  /// What was found and what was expected; one line per fault.
  package var message: String

  package init(kind: Kind, message: String) {
    self.kind = kind
    self.message = message
  }

  package var description: String { message }
}
