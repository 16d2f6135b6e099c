import APlusJSON
package import APlusModel

extension Program {
  /// The program that is written as in a case file; throws where the text is none.
  package init(caseFile text: String) throws {
    let diagnostics = Diagnostics()
    let place = Place(rootOf: TextFile(name: "program", bytes: []))
    let node = APlusJSON.Node(try JSONTree(parsing: text.utf8).root, at: place, diagnostics)
    let reader = ObjectReader(node, "a program", keys: ProgramDecoder.programKeys, diagnostics)
    var decoder = ProgramDecoder(.caseFile, diagnostics)
    let program = reader.map { decoder.program($0).program }
    guard let program, diagnostics.count == 0 else { throw UnreadableProgram(text: text) }
    self = program
  }
}

/// A text that is no program.
struct UnreadableProgram: Error { let text: String }
