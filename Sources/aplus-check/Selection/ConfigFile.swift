import APlusJSON
import APlusReports
import Foundation

/// Options that a project keeps in a file, `aplus.json`, checked like a case file.
///
///     {"config": "aplus-config/1", "adapter": ["./adapter.cjs"],
///      "profiles": {"ci": {"shard": "auto", "report": ["junit=aplus.xml"], "seed": 1}}}
///
/// A member is an option of the command line under its long name. The command line takes precedence
/// over a profile, and a profile over the rest of the file. The values of a repeatable option are
/// not merged.
struct ConfigFile {
  static let usualName = "aplus.json"
  static let form = "aplus-config/1"

  /// The values that an option takes.
  enum Kind: String {
    case text
    case texts
    case number
    case flag
  }

  /// The options that a file may set.
  static let options: [(name: String, kind: Kind)] = [
    ("adapter", .texts), ("chapter", .texts), ("filter", .texts), ("specs", .text), ("report", .texts),
    ("no-github", .flag), ("fail-on", .text), ("baseline", .text), ("no-baseline", .flag), ("jobs", .number),
    ("timeout", .number), ("seed", .number), ("fail-fast", .number), ("repeat", .number), ("verify-stability", .flag),
    ("rounds", .number), ("require", .texts), ("strict", .flag), ("sandbox", .flag), ("shard", .text), ("color", .text),
    ("verbose", .flag), ("plain", .flag), ("quiet", .flag), ("slowest", .number),
  ]

  /// The arguments of each option that the file sets.
  private let arguments: [String: [String]]

  /// Adds the options of the file, which the command line may name, to the arguments of a run.
  ///
  /// - Parameter arguments: The arguments of the command `run`.
  /// - Returns: The arguments without `--config` and `--profile`.
  /// - Throws: What is wrong with the file, or that there is none.
  static func completed(_ arguments: [String]) throws(Failure) -> [String] {
    let end = arguments.firstIndex(of: "--") ?? arguments.endIndex
    var own = Array(arguments[..<end])
    let path = try take("--config", from: &own)
    let profile = try take("--profile", from: &own)
    let asksForHelp = own.contains { ["--help", "-h", "--version"].contains($0) }
    guard path != nil || FileManager.default.fileExists(atPath: usualName), !asksForHelp else {
      if let profile, !asksForHelp {
        throw Failure(.usage, "--profile \(profile): there is no \(usualName) and no --config")
      }
      return own + arguments[end...]
    }
    let name = path ?? usualName
    guard let data = FileManager.default.contents(atPath: name) else {
      let isThere = FileManager.default.fileExists(atPath: name)
      throw Failure(.harnessError, isThere ? "--config: cannot read \(name)" : "--config: there is no file \"\(name)\"")
    }
    let file = try ConfigFile(Array(data), name, profile: profile)
    let given = Set(own.compactMap(Self.name))
    let excluded = excluded(by: given)
    var added: [String] = []
    for (option, _) in options where !given.contains(option) && !excluded.contains(option) {
      added += file.arguments[option] ?? []
    }
    own += added
    if !given.contains("quiet") {
      let suffix = profile.map { ", profile \($0)" } ?? ""
      let line = TerminalEscaping.line("config: \(name)\(suffix): \(added.joined(separator: " "))")
      Console.write("\(line)\n", to: .standardError)
    }
    return own + arguments[end...]
  }

  private static let exclusions: [Set<String>] = [
    ["verbose", "quiet"], ["baseline", "no-baseline"], ["repeat", "verify-stability"],
    ["fail-fast", "verify-stability"], ["update-baseline", "no-baseline"], ["update-baseline", "shard"],
    ["update-baseline", "fail-fast"], ["update-baseline", "verify-stability"],
  ]

  /// The options that conflict with given ones, which take precedence.
  private static func excluded(by options: some Collection<String>) -> Set<String> {
    let options = Set(options)
    return exclusions.filter { !options.isDisjoint(with: $0) }.reduce(into: []) {
      $0.formUnion($1.subtracting(options))
    }
  }

  /// The long name of the option in an argument; nil where it is no option.
  private static func name(of argument: String) -> String? {
    switch argument {
    case "-v": "verbose"
    case "-q": "quiet"
    default: argument.hasPrefix("--") ? argument.dropFirst(2).split(separator: "=").first.map(String.init) : nil
    }
  }

  /// Removes an option and returns its value.
  ///
  /// - Throws: That it has no value, or several.
  private static func take(_ option: String, from arguments: inout [String]) throws(Failure) -> String? {
    var values: [String] = []
    while let place = arguments.firstIndex(where: { $0 == option || $0.hasPrefix("\(option)=") }) {
      let argument = arguments.remove(at: place)
      guard argument == option else {
        values.append(String(argument.dropFirst(option.count + 1)))
        continue
      }
      guard place < arguments.count else { throw Failure(.usage, "\(option): expected a value after it") }
      values.append(arguments.remove(at: place))
    }
    guard values.count < 2 else {
      let found = values.joined(separator: ", ")
      throw Failure(.usage, "\(option): found \(found), expected one value; remove the others")
    }
    return values.first
  }

  /// Reads the text of a file; the path is for messages.
  init(_ bytes: [UInt8], _ path: String, profile: String?) throws(Failure) {
    let document: JSONDocument
    do { document = try JSONDocument(name: path, bytes: bytes) } catch { throw Failure(.harnessError, "\(error)") }
    let diagnostics = Diagnostics()
    let file = TextFile(name: path, bytes: document.bytes)
    let node = Node(document.root, at: Place(rootOf: file), diagnostics)
    var found: [String: [String]] = [:]
    let names = Self.options.map(\.name)
    let keys = ["$schema", "config"] + names + ["profiles"]
    if let reader = ObjectReader(node, "a configuration", keys: keys, diagnostics) {
      if let form = reader.string("config"), form != Self.form, let member = reader["config"] {
        diagnostics.report("found \"\(form)\", expected \"\(Self.form)\"", at: member.place)
      }
      let folders = OwnFolders(of: path)
      found = Self.arguments(reader, folders)
      for member in reader["profiles"]?.object ?? [] {
        guard let part = ObjectReader(member.value, "a profile", keys: names, diagnostics) else { continue }
        let own = Self.arguments(part, folders)
        guard member.key == profile else { continue }
        for name in Self.excluded(by: own.keys) { found[name] = nil }
        found.merge(own) { $1 }
      }
      if let profile, reader["profiles"]?[profile] == nil {
        let known = (reader["profiles"]?.object ?? []).map(\.key)
        let hint = known.isEmpty ? "it has none" : "it has \(known.joined(separator: ", "))"
        throw Failure(.usage, "--profile \(profile): \(path) has no such profile; \(hint)")
      }
    }
    arguments = found
    do { try diagnostics.check([path: document]) } catch { throw Failure(.harnessError, error.description) }
  }

  /// The arguments of the options in an object.
  private static func arguments(_ reader: ObjectReader, _ folders: OwnFolders) -> [String: [String]] {
    var found: [String: [String]] = [:]
    for (name, kind) in options {
      guard let member = reader[name] else { continue }
      if ["report", "baseline"].contains(name) {
        folders.check(member, followsKind: name == "report", reader.diagnostics)
      }
      switch kind {
      case .text: found[name] = reader.stringIfPresent(name).map { ["--\(name)=\($0)"] }
      case .texts:
        let texts = member.string.map { [$0] } ?? reader.stringsIfPresent(name)?.compactMap(\.string)
        found[name] = texts?.map { "--\(name)=\($0)" }
      case .flag: found[name] = reader.boolIfPresent(name).map { $0 ? ["--\(name)"] : [] }
      case .number:
        switch member.content {
        case .integer(let value): found[name] = ["--\(name)=\(value)"]
        case .real(let value): found[name] = ["--\(name)=\(value)"]
        default: reader.diagnostics.report("found \(member.summary), expected a number", at: member.place)
        }
      }
    }
    return found
  }
}

/// Where a file of options may let a command write: below its own directory and the working directory.
private struct OwnFolders {
  private let folders: [String]

  init(of path: String) {
    let own = URL(filePath: path).deletingLastPathComponent().path
    folders = [own, FileManager.default.currentDirectoryPath].compactMap(Self.resolved)
  }

  /// Reports the paths in a member, which may follow the kind of a report, that lead elsewhere.
  func check(_ member: Node, followsKind: Bool, _ diagnostics: Diagnostics) {
    for node in member.array ?? [member] {
      guard let text = node.string else { continue }
      let sign = followsKind ? text.firstIndex(of: "=") : nil
      guard !contains(sign.map { String(text[text.index(after: $0)...]) } ?? text) else { continue }
      diagnostics.report(
        "found \"\(text)\", which lies outside of the directory of this file; only the command line may name it",
        at: node.place)
    }
  }

  private func contains(_ path: String) -> Bool {
    if path == "-" { return true }
    guard !path.split(separator: "/").contains(".."), let place = Self.resolved(URL(filePath: path).path) else {
      return false
    }
    return folders.contains { place.hasPrefix($0 == "/" ? "/" : "\($0)/") }
  }

  /// A path without links, of which the end may not exist yet; nil where a link leads to nothing.
  private static func resolved(_ path: String) -> String? {
    var place = path
    var rest = ""
    var status = stat()
    while unsafe lstat(place, &status) != 0, let slash = place.lastIndex(of: "/"), place != "/" {
      rest = "\(place[slash...])\(rest)"
      place = slash == place.startIndex ? "/" : String(place[..<slash])
    }
    guard let found = unsafe realpath(place, nil) else { return nil }
    defer { unsafe free(found) }
    let real = unsafe String(cString: found)
    return real == "/" && !rest.isEmpty ? rest : real + rest
  }
}
