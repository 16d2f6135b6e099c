extension Trace {
  /// What a frame does, in the words of the scenario language.
  func phrase(_ frame: Frame) -> String { frame.filled(frame.form.picture) { text($0) } }

  /// The frame as a noun in a sentence: `then on p`.
  package func noun(_ frame: Frame) -> String { frame.filled(frame.form.noun) { text($0) } }

  /// How a frame ended, as a suffix.
  func phrase(_ result: FrameResult, of frame: Frame) -> String {
    switch result {
    case .nothing: ""
    case .gives(let value): " → \(text(value))"
    case .accepted(let accepted): accepted ? " → took effect" : " → ignored"
    case .returned(let value):
      frame.isUserCode && (value == .undefined || value == .nothing) ? "" : " returns \(text(value))"
    case .threw(let value): " throws \(text(value))"
    case .measured(let times): " → \(times.map(String.init).joined(separator: ", ")) ns"
    }
  }
}

extension Frame {
  /// The frame as a noun in a sentence, without its objects: `then`.
  package var noun: String { filled(form.noun) { _ in nil } }

  /// Fills the holes of a ``Phrase`` with the fields of the frame; `text` is nil for values to leave out.
  fileprivate func filled(_ template: String, _ text: (TracedValue) -> String?) -> String {
    Phrase.fill(template) { self.text($0, text) }
  }

  /// The text of a field; nil if it is missing.
  private func text(_ key: Substring, _ text: (TracedValue) -> String?) -> String? {
    if key == "in" { return word }
    guard let place = form.fields.firstIndex(where: { $0.key == key }), let argument = arguments[place] else {
      return nil
    }
    return switch argument {
    case .number(let number): "\(number)"
    case .text(let word): word
    case .texts(let words): words.joined(separator: ", ")
    case .handler(.function(let name)): name
    // Only the first argument of user code is shown.
    case .references(let values) where key == "args": values.first.flatMap(text)
    case .references(let values): Phrase.list(values.compactMap(text))
    case .reference(let value), .handler(.notFunction(let value)): text(value)
    case .handler(.absent): nil
    }
  }
}
