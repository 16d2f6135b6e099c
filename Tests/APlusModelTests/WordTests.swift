import APlusModel
import Testing

/// Reading goes by words, so the compiler does not ask for a new row of these tables.
@Suite("Tables of operations and frames") struct WordTests {
  @Test func `every verb reads as an action, which has its verb and its arguments`() throws {
    for operation in Operation.table {
      let arguments = operation.fields.map { sample($0.type) }
      let action = try #require(Action(operation.verb, arguments), "\(operation.verb)")
      #expect(action.verb == operation.verb)
      #expect(action.arguments == arguments, "\(operation.verb)")
    }
  }

  @Test func `every form of a frame reads as a frame, which has its word, arguments and side`() throws {
    for form in FrameForm.table {
      let arguments = form.fields.map { field in
        // A read is of a thenable or of a prototype.
        form.word == "accessor" && field.key == "of" ? nil : sample(field.type)
      }
      let frame = try #require(Frame(form.word, arguments), "\(form.word)")
      #expect(frame.word == form.word)
      #expect(frame.arguments == arguments, "\(form.word)")
      #expect(frame.isLibraryCall == (form.side == .library), "\(form.word)")
      #expect(frame.isUserCode == (form.side == .user), "\(form.word)")
    }
  }

  private func sample(_ type: FieldType) -> FieldValue {
    switch type {
    case .binding, .name, .mark, .gate, .context, .function: .name("n")
    case .names: .names(["n"])
    case .handler: .handler(.function("h"))
    case .value: .value(.name("D"))
    case .resolver: .resolver(ResolverName(thenable: "x", rejects: true))
    case .word(let words): .name(words[0])
    case .integer(let range): .number(range.upperBound)
    case .block: .block([])
    case .blocks: .blocks([[]])
    }
  }

  private func sample(_ type: FrameFieldType) -> FrameArgument {
    switch type {
    case .number: .number(2)
    case .text: .text("n")
    case .texts: .texts(["n"])
    // The first word may be what is meant where the field is missing.
    case .word(let words): .text(words[words.count - 1])
    case .reference: .reference(.reference(1))
    case .references: .references([.reference(1)])
    case .handler: .handler(.function("h"))
    }
  }
}
