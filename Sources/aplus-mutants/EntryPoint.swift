import APlusAdapter
import APlusHost

/// The host of the references and of the mutants: `aplus-mutants NAME`, `aplus-mutants callbacks NAME` for completion
/// handlers, `aplus-mutants await NAME` for promises that tasks await, `aplus-mutants channels NAME` and `aplus-mutants
/// scopes NAME`.
@main enum EntryPoint {
  /// The error where no adapter has the name.
  private struct UnknownName: Error, CustomStringConvertible { let description: String }

  static func main() {
    let arguments = CommandLine.arguments.dropFirst()
    HostMain.run {
      if arguments.first == "callbacks" { return try callbacks(arguments.dropFirst().first) }
      if arguments.first == "await" { return try awaits(arguments.dropFirst().first) }
      if arguments.first == "channels" { return try channels(arguments.dropFirst().first) }
      if arguments.first == "scopes" { return try scopes(arguments.dropFirst().first) }
      return try promises(arguments.first ?? "")
    }
  }

  private static func promises(_ name: String) throws -> (Introduction, Library) {
    if name == "reference" { return (introduction(name, "APlusReference"), Library(ReferenceAdapter())) }
    guard let mutant = Mutants.named(name) else { throw UnknownName(description: "there is no mutant \"\(name)\"") }
    return (introduction("mutant:\(name)", "APlusMutants"), Library(mutant.makeAdapter()))
  }

  /// A service with completion handlers: without a name the reference, else one of its styles, or a mutant.
  private static func callbacks(_ name: String?) throws -> (Introduction, Library) {
    guard let name else { return (introduction("callbacks-reference", "CallService"), Library(LaterCalls())) }
    let introduction = introduction("callbacks-mutant:\(name)", "CallService")
    if let style = CallService.Style(rawValue: name) { return (introduction, Library(style.adapter(nil))) }
    guard let fault = CallFault(rawValue: name) else {
      let names = CallService.Style.allCases.map(\.rawValue) + CallFault.allCases.map(\.rawValue)
      throw UnknownName(
        description:
          "there is no mutant \"\(name)\" with completion handlers; there are: \(names.joined(separator: ", "))")
    }
    return (introduction, Library(fault.makeAdapter()))
  }

  /// Promises that tasks await: without a name the reference, else one of its styles, or a mutant.
  private static func awaits(_ name: String?) throws -> (Introduction, Library) {
    let right = AwaitServices.right
    guard let name else { return (introduction("await-reference", "AwaitService"), Library(right[0].adapter)) }
    let introduction = introduction("await-mutant:\(name)", "AwaitService")
    if let style = right.first(where: { $0.name == name }) { return (introduction, Library(style.adapter)) }
    guard let fault = AwaitFault(rawValue: name) else {
      let names = right.map(\.name) + AwaitFault.allCases.map(\.rawValue)
      throw UnknownName(
        description:
          "there is no mutant \"\(name)\" whose promises tasks await; there are: \(names.joined(separator: ", "))")
    }
    return (introduction, Library(fault.makeAdapter()))
  }

  /// Channels: without a name the reference, else one of their styles, or a mutant.
  private static func channels(_ name: String?) throws -> (Introduction, Library) {
    let right = ChannelServices.right
    guard let name else { return (introduction("channels-reference", "TokenChannel"), Library(right[0].adapter)) }
    let introduction = introduction("channels-mutant:\(name)", "TokenChannel")
    if let style = right.first(where: { $0.name == name }) { return (introduction, Library(style.adapter)) }
    guard let fault = ChannelFault(rawValue: name) else {
      let names = right.map(\.name) + ChannelFault.allCases.map(\.rawValue)
      throw UnknownName(description: "there are no channels \"\(name)\"; there are: \(names.joined(separator: ", "))")
    }
    return (introduction, Library(fault.makeAdapter()))
  }

  /// Scopes: without a name the reference, else one of their styles, or a mutant.
  private static func scopes(_ name: String?) throws -> (Introduction, Library) {
    let right = ScopeServices.right
    guard let name else { return (introduction("scopes-reference", "TokenScope"), Library(right[0].adapter)) }
    let introduction = introduction("scopes-mutant:\(name)", "TokenScope")
    if let style = right.first(where: { $0.name == name }) { return (introduction, Library(style.adapter)) }
    guard let fault = ScopeFault(rawValue: name) else {
      let names = right.map(\.name) + ScopeFault.allCases.map(\.rawValue)
      throw UnknownName(description: "there are no scopes \"\(name)\"; there are: \(names.joined(separator: ", "))")
    }
    return (introduction, Library(fault.makeAdapter()))
  }

  private static func introduction(_ name: String, _ library: String) -> Introduction {
    Introduction(name: name, library: library, version: PackageVersion.current)
  }
}
