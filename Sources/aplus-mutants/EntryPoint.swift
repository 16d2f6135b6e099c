import APlusHost

/// The host of the reference and of the mutants: `aplus-mutants NAME`.
@main enum EntryPoint {
  /// The error where no adapter has the name.
  private struct UnknownName: Error, CustomStringConvertible { let description: String }

  static func main() {
    let name = CommandLine.arguments.dropFirst().first ?? ""
    let version = PackageVersion.current
    HostMain.run {
      if name == "reference" {
        let introduction = Introduction(name: name, library: "APlusReference", version: version)
        return (introduction, Library(ReferenceAdapter()))
      }
      guard let mutant = Mutants.named(name) else { throw UnknownName(description: "there is no mutant \"\(name)\"") }
      let introduction = Introduction(name: "mutant:\(name)", library: "APlusMutants", version: version)
      return (introduction, Library(mutant.makeAdapter()))
    }
  }
}
