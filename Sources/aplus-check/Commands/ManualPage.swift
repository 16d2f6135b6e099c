import APlusJSON

/// The manual page of the tool, as input for man.
struct ManualPage {
  private let root: JSON

  /// Reads the argument parser's description of the commands, which is JSON; nil where the text is
  /// something else.
  init?(help: String) {
    guard let root = try? JSON(parsing: help)["command"], root["commandName"] != nil else { return nil }
    self.root = root
  }

  var text: String {
    let name = Self.word(root, "commandName").uppercased()
    let commands = (root["subcommands"]?.arrayValue ?? []).filter(Self.isShown)
    let standard = Self.word(root, "defaultSubcommand")
    let title = #".TH \#(name) 1 "" "aplus-check \#(Version.current)" "User Commands""#
    let first = commands.first { Self.word($0, "commandName") == standard }
    var lines = [title, ".SH NAME", "aplus-check \\- " + Self.plain(Self.word(root, "abstract"))]
    lines += [".SH SYNOPSIS"]
    for command in commands {
      let name = Self.word(command, "commandName")
      let shown = name == standard ? "[\(name)]" : name
      lines += [".B aplus-check \(shown)", Self.plain(Self.operands(of: command)), ".br"]
    }
    lines += [".SH DESCRIPTION", Self.plain(Self.word(root, "discussion"))]
    if let first { lines += [".SH EXAMPLES", ".nf", Self.plain(Self.examples(of: first)), ".fi"] }
    for command in [first].compactMap(\.self) + commands.filter({ $0 != first }) {
      lines += [".SH \(Self.word(command, "commandName").uppercased())"]
      lines += [Self.plain(Self.word(command, "abstract"))]
      lines += (command["arguments"]?.arrayValue ?? []).filter(Self.isShown).flatMap(Self.entry)
    }
    lines += [".SH EXIT STATUS", Self.statuses, ".SH FILES", Self.files, ".SH ENVIRONMENT", Self.environment]
    return lines.filter { !$0.isEmpty }.joined(separator: "\n") + "\n"
  }

  /// The examples that the help of a command ends its explanation with.
  private static func examples(of command: JSON) -> String {
    word(command, "discussion").split(separator: "\n").dropFirst().joined(separator: "\n")
  }

  private static let statuses = CommandStatus.allCases.map { ".TP\n.B \($0.rawValue)\n\(plain($0.meaning))" }.joined(
    separator: "\n")

  private static let files = """
    .TP
    .I expected\\-failures.txt
    The known failures of the library, beside its manifest.
    .TP
    .I adapter.json
    The manifest of an adapter.
    """

  private static let environment = """
    .TP
    .B XDG_CACHE_HOME
    Where adapters are built that are installed or have no manifest; by default ~/.cache.
    .TP
    .B NO_COLOR, CLICOLOR, CLICOLOR_FORCE, FORCE_COLOR
    Whether text is colored.
    """

  /// An option or operand with its explanation.
  private static func entry(_ argument: JSON) -> [String] {
    let value = word(argument, "kind") == "option" ? " \\fI\(plain(word(argument, "valueName")))\\fR" : ""
    let names = (argument["names"]?.arrayValue ?? []).map { name in
      (word(name, "kind") == "long" ? "--" : "-") + word(name, "name")
    }
    let title =
      names.isEmpty
      ? "\\fI\(plain(word(argument, "valueName")))\\fR"
      : names.sorted { $0.count < $1.count }.map { "\\fB\(plain($0))\\fR" }.joined(separator: ", ")
    let standard = word(argument, "defaultValue")
    let text = [
      word(argument, "abstract"), word(argument, "discussion"), standard.isEmpty ? "" : "Default: \(standard).",
    ]
    return [".TP", title + value, plain(text.filter { !$0.isEmpty }.joined(separator: " "))]
  }

  /// What follows the name of a command in the synopsis.
  private static func operands(of command: JSON) -> String {
    let arguments = (command["arguments"]?.arrayValue ?? []).filter(isShown)
    let operands = arguments.filter { word($0, "kind") == "positional" }.map { argument in
      let name = "<\(word(argument, "valueName"))>" + (argument["isRepeating"] == true ? " ..." : "")
      return argument["isOptional"] == true ? "[\(name)]" : name
    }
    return (["[options]"] + operands).joined(separator: " ")
  }

  private static func isShown(_ element: JSON) -> Bool { element["shouldDisplay"] != false }

  private static func word(_ object: JSON, _ key: String) -> String { object[key]?.stringValue ?? "" }

  /// A text with the characters escaped that man would interpret.
  private static func plain(_ text: String) -> String {
    let escaped = text.replacing("\\", with: "\\e").replacing("-", with: "\\-")
    return escaped.split(separator: "\n").map { line in
      line.hasPrefix(".") || line.hasPrefix("'") ? "\\&\(line)" : String(line)
    }.joined(separator: "\n")
  }
}
