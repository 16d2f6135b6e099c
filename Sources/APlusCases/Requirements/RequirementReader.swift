import APlusJSON
import APlusModel

extension RequirementCatalogue {
  /// Reads the requirements of a chapter.
  mutating func read(_ root: Node, _ diagnostics: Diagnostics) {
    let keys = ["format", "chapter", "source", "optIn", "sections"]
    guard let object = ObjectReader(root, "a file of requirements", keys: keys, diagnostics),
      let chapter = object.string("chapter"), let source = object.string("source")
    else { return }
    if chapter != root.place.file.folder, let place = object["chapter"]?.place {
      diagnostics.report("found \"\(chapter)\", expected the folder's name, \"\(root.place.file.folder)\"", at: place)
    }
    if let node = object["optIn"] {
      if node.bool == true {
        setOptIn(chapter)
      } else {
        diagnostics.report(
          "found \(node.summary), expected true, or no \"optIn\" for a chapter that always runs", at: node.place)
      }
    }
    for section in object.array("sections") ?? [] {
      let keys = ["title", "requirements"]
      guard let object = ObjectReader(section, "a section", keys: keys, diagnostics), let title = object.string("title")
      else { continue }
      for node in object.array("requirements") ?? [] {
        read(node, chapter: chapter, source: source, section: title, diagnostics)
      }
    }
  }

  private mutating func read(_ node: Node, chapter: String, source: String, section: String, _ diagnostics: Diagnostics)
  {
    let keys = ["number", "level", "text", "untestable", "source"]
    let levels = Requirement.Level.allCases.map(\.rawValue)
    guard let object = ObjectReader(node, "a requirement", keys: keys, diagnostics),
      let number = object.string("number"), let text = object.string("text"), object.required("level") != nil,
      let level = object.wordIfPresent("level", among: levels).flatMap(Requirement.Level.init)
    else { return }
    let requirement = Requirement(
      number: number, level: level, source: object.stringIfPresent("source") ?? source, text: text,
      untestable: object.stringIfPresent("untestable"), chapter: chapter, section: section)
    if !add(requirement), let place = object["number"]?.place {
      diagnostics.report("found the number \"\(number)\" a second time", at: place)
    }
  }
}
