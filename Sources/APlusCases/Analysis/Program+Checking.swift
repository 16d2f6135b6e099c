package import APlusJSON
package import APlusModel

extension Program {
  /// The capabilities that the program requires, sorted.
  package var capabilities: [Capability] { CapabilityDerivation.capabilities(of: self, Kinds(of: self), [], needs: []) }

  /// Checks a program that is not from a case file by the rules for one that is.
  ///
  /// - Throws: All errors in the program.
  package func check() throws(ReadErrors) {
    let diagnostics = Diagnostics()
    let document: JSONDocument
    do throws(JSONError) { document = try JSONDocument(name: "a program", bytes: Array(json.serialized().utf8)) } catch
    {
      diagnostics.report(error)
      try diagnostics.check([:])
      return
    }
    let file = TextFile(name: "a program", bytes: [])
    let node = Node(document.root, at: Place(rootOf: file), diagnostics)
    let keys = ProgramDecoder.programKeys + ["uses", "ms"]
    if let object = ObjectReader(node, "a program", keys: keys, diagnostics) {
      var decoder = ProgramDecoder(.wire, diagnostics)
      ProgramCheck(decoder.program(object), diagnostics).run()
    }
    try diagnostics.check([document.name: document])
  }

  /// Whether the program follows the rules for programs of case files.
  package var isValid: Bool { (try? check()) != nil }
}

extension Scenario {
  /// Creates a scenario for a generated program, decided by the laws alone.
  ///
  /// - Parameters:
  ///   - program: The program.
  ///   - id: Its id.
  ///   - title: Its title.
  ///   - claims: The library's claims, which state how far its cancellations reach, and what channels tell.
  package init(generated program: Program, id: String, title: String, claims: [Capability]) {
    // A program that makes nothing is about promises, too.
    var needs = program.capabilities + (program.usesChannels ? [] : [.promises])
    if needs.contains(where: { $0.name == "cancellation" }) {
      needs += claims.filter { claim in claim.name == "cancellation" && claim.detail != nil && claim.detail != "reason"
      }
      if CancelProfile(claimedIn: claims)?.goesDown ?? false, claims.provide(.oneWayCancel) {
        needs.append(.oneWayCancel)
      }
    }
    if program.usesChannels { needs += claims.filter { ["undelivered", "drop", "error-reaches"].contains($0.name) } }
    self.init(
      id: id, title: title, chapter: Scenario.generatedChapter, requirement: "P1", decides: Set(Law.allCases),
      expectations: [], capabilities: Set(needs).sorted(), program: program,
      source: SourceLocation(file: "fuzz", line: 1))
  }
}
