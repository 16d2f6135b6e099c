import APlusModel
import OrderedCollections

/// The part of a page about one adapter.
struct AdapterPart {
  /// How many ids a line names before it counts the rest.
  private static let namedCases = 60
  /// How many failures of a kind are shown before the rest is folded.
  private static let shownCases = 4

  private let adapter: AdapterResult
  private let anchor: String
  private let lines: FailureText

  init(_ adapter: AdapterResult, anchor: String, of page: RunPage) {
    self.adapter = adapter
    self.anchor = anchor
    lines = FailureText(adapter: adapter, seed: page.result.seed, context: page.context)
  }

  /// Writes the part.
  ///
  /// - Parameters:
  ///   - writer: The document to append to.
  ///   - budget: The bytes left for pictures, reduced by those written.
  func write(_ writer: inout HTMLWriter, _ budget: inout Int) {
    writer.element("section", [("id", anchor), ("class", "adapter")]) { writer in
      writer.element("h2", [], adapter.name)
      facts(&writer)
      findings(&writer)
      failures(&writer, &budget)
      sections(&writer)
      unasked(&writer)
      writer.element("h3", [], "How to repeat")
      writer.preformatted([ReplayCommand.text(for: [], adapter: adapter, seed: lines.seed, in: lines.context)])
    }
    writer.line()
  }

  private func facts(_ writer: inout HTMLWriter) {
    guard let identity = adapter.identity else { return }
    let facts = [
      ("Library", "\(identity.library) \(identity.version)"), ("Language", identity.language),
      ("Idle detection", "\(identity.quiescence.rawValue): \(identity.quiescence.meaning)"),
      ("Capabilities", identity.capabilities.sorted().map(\.description).joined(separator: ", ")),
    ]
    writer.element("dl", [("class", "facts")]) { writer in
      for (name, value) in facts where !value.isEmpty {
        writer.element("dt", [], name)
        writer.element("dd", [], Excerpt.line(value))
      }
    }
    writer.line()
  }

  /// The notices and findings besides the verdicts.
  private func findings(_ writer: inout HTMLWriter) {
    let withdrawn = adapter.withdrawn.map { "Without \($0.capability): \($0.reason)" }
    let notices = withdrawn + [adapter.hint.map { "Hint: \($0)" }].compactMap(\.self)
    let found = AdapterFinding.all(of: adapter, in: lines)
    guard !notices.isEmpty || !found.isEmpty else { return }
    writer.element("h3", [], "Other findings")
    writer.element("ul") { writer in
      for notice in notices { writer.element("li", [], Excerpt.line(notice)) }
      for finding in found {
        writer.element("li", [("class", finding.isExpected ? "expected" : "failed")]) { writer in
          let place = finding.entry.map { "\(lines.context.shownPlace(of: $0)): " }
          writer.text("\(place ?? "")\(finding.message)")
          if let replay = finding.replay, !finding.isExpected {
            writer.markup(" ")
            writer.element("code", [], replay)
          }
        }
      }
    }
    if let failure = adapter.launchFailure {
      let message = Excerpt.block(failure.message).split(separator: "\n")
      writer.preformatted(message.map(String.init))
    }
    writer.line()
  }

  // MARK: Failures

  private func failures(_ writer: inout HTMLWriter, _ budget: inout Int) {
    let groups = FailureGroup.all(of: adapter)
    let others = FailureGroup.others(of: adapter)
    guard !groups.isEmpty || !others.isEmpty else { return }
    writer.element("h3", [("id", "\(anchor)/failures")], "What failed, by cause")
    for group in groups {
      let name = group.requirement ?? "no verdict"
      writer.element("div", [("class", "group")]) { writer in
        writer.element("h4") { writer in
          writer.text("\(name) ")
          writer.element("small", [], group.cases.count.counted("case"))
        }
        if let text = group.requirement.flatMap(lines.context.text) { writer.element("p", [("class", "law")], text) }
        for (place, result) in group.cases.prefix(Self.shownCases).enumerated() {
          failure(result, isOpen: place == 0, &writer, &budget)
        }
        let rest = group.cases.dropFirst(Self.shownCases)
        guard !rest.isEmpty else { return }
        writer.element("details", [("class", "more")]) { writer in
          writer.element("summary", [], "\(rest.count) more that fail alike")
          for result in rest { failure(result, isOpen: false, &writer, &budget) }
        }
      }
      writer.line()
    }
    for result in others { failure(result, isOpen: false, &writer, &budget) }
  }

  private func failure(_ result: CaseResult, isOpen: Bool, _ writer: inout HTMLWriter, _ budget: inout Int) {
    let block = FailureBlock(result, lines)
    let mark = CaseLine(result).mark
    var picture = PagePicture.markup(of: result, expected: block.expected)
    if picture.utf8.count > budget {
      picture = "<p>The picture is left out for size; <code>--report traces=DIRECTORY</code> writes the" + " trace.</p>"
    } else {
      budget -= picture.utf8.count
    }
    let attributes: [HTMLWriter.Attribute] = [
      ("class", "case"), ("data-state", mark.rawValue), ("data-type", block.type),
      ("id", "\(anchor)/\(HTMLEscaping.identifier(result.scenario.id))"),
    ]
    writer.element("details", attributes + (isOpen ? [("open", "")] : [])) { writer in
      writer.element("summary") { writer in
        writer.element("span", [("class", "mark \(mark.rawValue)")], mark.sign)
        writer.element("b", [], result.scenario.id)
        writer.text(" \(result.scenario.title)")
      }
      writer.element("p") { writer in
        writer.text("\(block.message) ")
        writer.element("span", [("class", "tag")], block.type)
      }
      for note in block.notes {
        // A label and its text, which are columns on a terminal.
        let parts = note.split(separator: " ", maxSplits: 1).map { $0.drop { $0 == " " } }
        writer.element("p", [("class", "note")], parts.joined(separator: ": "))
      }
      writer.markup(picture)
      if picture.isEmpty, !block.expected.isEmpty {
        writer.element("dl", [("class", "facts")]) { writer in
          for (name, value) in [("Expected", block.expected), ("Observed", block.observed)] {
            writer.element("dt", [], name)
            writer.element("dd", [], value)
          }
        }
      }
      if !result.standardError.isEmpty {
        let output = Excerpt.block(result.standardError)
        writer.element("p", [], "The end of the host's error output:")
        writer.preformatted(output.split(whereSeparator: \.isNewline).suffix(12).map(String.init))
      }
      writer.preformatted([block.replay])
    }
    writer.line()
  }

  // MARK: All cases

  private func sections(_ writer: inout HTMLWriter) {
    guard !adapter.cases.isEmpty else { return }
    writer.element("h3", [], "All cases")
    for section in Section.all(of: adapter) {
      let mark = Mark(worstOf: section.cases)
      let id = "\(anchor)/\(HTMLEscaping.identifier(section.name))"
      writer.element("details", [("class", "section"), ("id", id)]) { writer in
        writer.element("summary") { writer in
          writer.element("span", [("class", "mark \(mark.rawValue)")], mark.sign)
          writer.element("b", [], section.name)
          writer.text(" \(Tally(section.cases).description)")
        }
        writer.element("ul", [("class", "cases")]) { writer in for result in section.cases { line(of: result, &writer) }
        }
      }
      writer.line()
    }
  }

  private func line(of result: CaseResult, _ writer: inout HTMLWriter) {
    let caseLine = CaseLine(result)
    let mark = caseLine.mark
    let id = result.scenario.id
    writer.line()
    // The markup is as short as possible: there are thousands of these lines.
    writer.element("li", [("data-state", mark.rawValue)]) { writer in
      writer.text("\(mark.sign) ")
      if mark == .failed || mark == .errored {
        writer.element("a", [("href", "#\(anchor)/\(HTMLEscaping.identifier(id))")], id)
      } else {
        writer.element("b", [], id)
      }
      writer.text(" \(result.scenario.title)")
      if let text = caseLine.text { writer.element("i", [], " \(text)") }
    }
  }

  private func unasked(_ writer: inout HTMLWriter) {
    var reasons: OrderedDictionary<String, [String]> = [:]
    for result in adapter.cases {
      let line = CaseLine(result)
      guard line.mark == .unasked, let heading = line.heading else { continue }
      reasons[heading, default: []].append(result.scenario.id)
    }
    let untestable = lines.context.untestable
    guard !reasons.isEmpty || !untestable.isEmpty else { return }
    writer.element("h3", [], "Not checked")
    writer.element("ul") { writer in
      for (reason, ids) in reasons {
        writer.element("li") { writer in
          writer.element("b", [], "\(ids.count) ")
          writer.text("\(reason): \(ids.listed(Self.namedCases))")
        }
        writer.line()
      }
      if !untestable.isEmpty {
        writer.element("li") { writer in
          writer.element("b", [], "\(untestable.count) ")
          let numbers = untestable.map(\.number).joined(separator: ", ")
          writer.text("requirements that are not machine-checkable: \(numbers)")
        }
      }
    }
    writer.line()
  }
}
