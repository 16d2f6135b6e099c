import Foundation
import TestSupport
import Testing

/// Compiled hosts restate what `adapters/kits/vocabulary.json` says; the others read it.
@Suite("Constants of the kits") struct ConstantsTests {
  private struct Vocabulary: Decodable { let constants: [String: Double] }

  private static let kits = Repository.root + "adapters/kits/"

  @Test(arguments: ["java/aplus/Constants.java", "ocaml/aplus/constants.ml"])
  func `a restated constant has the value of the vocabulary`(file: String) throws {
    let json = try Data(contentsOf: URL(filePath: Self.kits + "vocabulary.json"))
    let vocabulary = try JSONDecoder().decode(Vocabulary.self, from: json).constants
    let values = Dictionary(uniqueKeysWithValues: vocabulary.map { (Self.bare($0.key), $0.value) })
    let source = try String(contentsOf: URL(filePath: Self.kits + file), encoding: .utf8)
    let lines = source.split(separator: "\n").filter { $0.contains(" = ") }
    try #require(!lines.isEmpty)
    for line in lines {
      let restated = try #require(line.firstMatch(of: /(\w+) = ([\d_.]+)L?;?$/), "\(line)")
      let value = Double(String(restated.2).filter { $0 != "_" })
      #expect(value != nil && value == values[Self.bare(String(restated.1))], "\(line)")
    }
  }

  /// A name without the convention of its language: `fruitlessWaits`, `FRUITLESS_WAITS` and `fruitless_waits` are one.
  private static func bare(_ name: String) -> String { name.filter { $0 != "_" }.lowercased() }
}
