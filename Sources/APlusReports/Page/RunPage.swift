package import APlusModel
import OrderedCollections

/// A run as a self-contained HTML page.
///
/// The page shows everything without scripts; its script adds search and filters.
package struct RunPage {
  /// The limit on the bytes of all pictures; a failure beyond it has no picture.
  static let pictureBudget = 1_000_000

  let result: RunResult
  let context: ReportContext

  package init(_ result: RunResult, in context: ReportContext) {
    self.result = result
    self.context = context
  }

  /// The document.
  package func text() -> String {
    HTMLWriter.page(title: title, style: PageStyle.sheet, script: PageScript.text) { writer in
      header(&writer)
      writer.markup("<main>\n")
      if result.adapters.count > 1 { comparison(&writer) }
      controls(&writer)
      var budget = Self.pictureBudget
      for place in result.adapters.indices {
        AdapterPart(result.adapters[place], anchor: anchor(place), of: self).write(&writer, &budget)
      }
      writer.markup("</main>\n")
      writer.element("footer") { writer in writer.text("Written by aplus-check \(context.toolVersion).") }
    }
  }

  /// The libraries and the verdict in words, for tabs and bookmarks.
  private var title: String {
    let summaries = result.adapters.map(AdapterSummary.init)
    guard let only = result.adapters.first, result.adapters.count == 1 else {
      let counts = [Mark.passed, .expected, .failed, .errored].compactMap { mark -> String? in
        let count = summaries.count { $0.mark == mark }
        return count > 0 ? "\(count) \(mark.words(of: count))" : nil
      }
      return
        "\(result.adapters.count.counted("library", plural: "libraries")): \(counts.joined(separator: ", ")) – aplus-check"
    }
    return "\(only.libraryName) \(summaries[0].verdict(on: only)) – aplus-check"
  }

  /// The headline of each adapter, then the facts about the run.
  private func header(_ writer: inout HTMLWriter) {
    writer.element("header") { writer in
      for (place, adapter) in result.adapters.enumerated() {
        let mark = AdapterSummary(adapter).mark
        writer.element("h1") { writer in
          writer.element("span", [("class", "mark \(mark.rawValue)"), ("aria-hidden", "true")], mark.sign)
          writer.element("span") { writer in
            writer.element("a", [("href", "#\(anchor(place))")], adapter.name)
            writer.text(": \(AdapterSummary(adapter).headline)")
          }
        }
        writer.line()
      }
      if result.isInterrupted { writer.element("p", [], "The run was interrupted: the remaining cases were not run.") }
      let date = result.timestamp.split(separator: "T").joined(separator: " ")
      writer.element("p", [("class", "about")]) { writer in
        writer.text("\(ConsoleReport.summary(of: result)). ")
        writer.element("time", [("datetime", "\(result.timestamp)Z")], "\(date) UTC")
        writer.text(", aplus-check \(context.toolVersion).")
      }
      writer.line()
    }
    writer.line()
  }

  /// The adapters side by side, section by section.
  private func comparison(_ writer: inout HTMLWriter) {
    writer.element("section", [("id", "comparison")]) { writer in
      writer.element("h2", [], "Side by side")
      writer.element("div", HTMLWriter.scrolling("Adapters and sections")) { writer in
        writer.element("table", [("class", "list")]) { writer in
          writer.heads(["Section"] + result.adapters.map(\.name))
          let sections = OrderedSet(result.adapters.flatMap(Section.all).map(\.name))
          writer.element("tbody") { writer in for name in sections { row(of: name, &writer) } }
        }
      }
    }
    writer.line()
  }

  private func row(of name: String, _ writer: inout HTMLWriter) {
    writer.line()
    writer.element("tr") { writer in
      writer.element("th", [("scope", "row")], name)
      for (place, adapter) in result.adapters.enumerated() {
        guard let section = Section.all(of: adapter).first(where: { $0.name == name }) else {
          writer.element("td", [], "")
          continue
        }
        let mark = Mark(worstOf: section.cases)
        writer.element("td", [("class", mark.rawValue)]) { writer in
          let target = "#\(anchor(place))/\(HTMLEscaping.identifier(name))"
          let counts = Tally(section.cases).description
          writer.element("a", [("href", target)], "\(mark.sign) \(counts)")
        }
      }
    }
  }

  /// The search and the filters, hidden until the script shows them.
  private func controls(_ writer: inout HTMLWriter) {
    writer.element("form", [("id", "controls"), ("hidden", ""), ("role", "search")]) { writer in
      writer.element("label", [("for", "search")], "Search")
      writer.markup(#"<input id="search" type="search" placeholder="id, title, requirement, type" autocomplete="off">"#)
      let found = Set(result.adapters.flatMap { $0.cases.map { CaseLine($0).mark } })
      writer.element("fieldset") { writer in
        writer.element("legend", [], "Show")
        for mark in Mark.allCases where found.contains(mark) {
          writer.element("label", [("class", mark.rawValue)]) { writer in
            writer.markup(#"<input type="checkbox" value="\#(mark.rawValue)" checked> "#)
            writer.text("\(mark.sign) \(mark.word)")
          }
        }
      }
      writer.element("output", [("for", "search"), ("aria-live", "polite")], "")
    }
    writer.line()
  }

  /// The anchor of an adapter's part.
  private func anchor(_ place: Int) -> String { "\(place + 1)-\(HTMLEscaping.identifier(result.adapters[place].name))" }
}

extension AdapterResult {
  /// The library and its version; the adapter's name where neither is known.
  fileprivate var libraryName: String {
    guard let identity else { return name }
    let version = identity.version == "unknown" ? "" : " \(identity.version)"
    return Excerpt.line(identity.library + version, limit: Excerpt.nameLimit)
  }
}

extension AdapterSummary {
  /// What follows the name of the library in a sentence without numbers of requirements.
  fileprivate func verdict(on adapter: AdapterResult) -> String {
    if let failure = adapter.launchFailure {
      return failure.type == .wiring ? "is not checked: the adapter is wired wrong" : "could not be started"
    }
    if mark == .failed, !violated.isEmpty { return "violates \(violated.count.counted("requirement"))" }
    return mark == .passed ? claim : mark.words(of: 1)
  }
}

extension Mark {
  /// What so many libraries do, as a verb.
  fileprivate func words(of count: Int) -> String {
    switch self {
    case .passed: count == 1 ? "conforms" : "conform"
    case .expected, .advised: count == 1 ? "fails only as expected" : "fail only as expected"
    case .failed: count == 1 ? "fails" : "fail"
    case .errored, .unasked: "without a verdict"
    }
  }
}
