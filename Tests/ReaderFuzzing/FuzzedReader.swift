import APlusJSON

/// A reader of files or lines from outside, with real inputs to be changed.
package struct FuzzedReader {
  /// What a reader must not do.
  package struct Finding: Error {
    package let message: String

    package init(_ message: String) { self.message = message }
  }

  package let name: String
  private let inputs: [[UInt8]]
  /// The inputs as documents, where they are JSON.
  private let documents: [JSON]
  private let mutation: JSONMutation
  private let body: ([UInt8], inout SeededRandom) throws(Finding) -> Bool

  /// Makes a reader.
  ///
  /// - Parameters:
  ///   - name: Its name.
  ///   - inputs: Real inputs, of which there is at least one.
  ///   - read: Reads an input; false where it refuses it with an error that names a place.
  package init(
    _ name: String, _ inputs: [[UInt8]], read: @escaping ([UInt8], inout SeededRandom) throws(Finding) -> Bool
  ) {
    self.name = name
    self.inputs = inputs
    documents = inputs.compactMap { try? JSON(parsing: $0, name: name) }
    mutation = JSONMutation(from: documents)
    body = read
  }

  /// An input with a number: a real one, or one that was changed.
  func input(using random: inout SeededRandom) -> [UInt8] {
    guard !documents.isEmpty else { return TextMutation.rearranged(random.pick(inputs), using: &random) }
    let document = mutation.mutated(random.pick(documents), using: &random)
    var bytes: [UInt8] = []
    document.serialize(into: &bytes)
    return random.isOne(in: 5) ? TextMutation.spoilt(bytes, using: &random) : bytes
  }

  /// Reads an input.
  func read(_ bytes: [UInt8], using random: inout SeededRandom) throws(Finding) -> Bool { try body(bytes, &random) }

  /// Checks that each line of an error begins with the name of its file, and has a bounded length.
  package static func check(_ error: String, names places: (Substring) -> Bool) throws(Finding) -> Bool {
    guard !error.isEmpty, error.utf8.count < 1 << 20 else { throw Finding("an error of \(error.utf8.count) bytes") }
    // A text that an error quotes may have line feeds of its own; its first line is the error's.
    guard let first = error.split(separator: "\n").first, places(first) else {
      throw Finding("an error that names no place: \(error.prefix(500))")
    }
    return false
  }
}
