import APlusHosting
import APlusJSON
import APlusReports
import ArgumentParser
import Foundation

/// `aplus-check init`: writes an adapter to be filled in.
struct InitCommand: StatusCommand {
  static let configuration = CommandConfiguration(
    commandName: "init", abstract: "Writes an adapter to be filled in, with its manifest and a CI recipe.",
    discussion: """
      Nothing is overwritten. The lines to fill in are marked, and a run names those that are \
      still open. The recipe, a workflow for GitHub, goes to the root of the git repository.
      """)

  @Argument(help: ArgumentHelp("The directory of the adapter, which is created.", valueName: "dir")) var directory = "."

  @Option(
    help: ArgumentHelp(
      "The language of the library (default: that of the project in the working directory).",
      discussion: AdapterLanguage.authored.map(\.name).joined(separator: ", ") + ".", valueName: "name")) var language:
    String?

  @Option(
    help: ArgumentHelp("What the library offers: promises, callbacks, await, channels or scopes.", valueName: "subject")
  ) var subject = "promises"

  func status() throws(Failure) -> CommandStatus {
    if isFile(directory) { throw Failure(.usage, "\(directory): found a file, expected a directory or none") }
    let draft = try AdapterDraft(directory: directory, language: chosenLanguage(), subject: chosenSubject())
    let written = try draft.write()
    let mark = OpenLines.mark.trimmingCharacters(in: .whitespaces)
    let lines = written.map { path -> TerminalText in "wrote \(path)" }
    Console.write(
      TerminalText(
        lines: lines + ["Fill in the lines marked \"\(mark)\", then: aplus-check --adapter \(draft.argument)"]),
      to: .standardOutput)
    return .conforms
  }

  private func isFile(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: path) && !FileLook.isDirectory(path)
  }

  private func chosenSubject() throws(Failure) -> String {
    let known = ["promises", "callbacks", "await", "channels", "scopes"]
    guard known.contains(subject) else {
      let hint = known.nearest(to: subject).map { "; did you mean \($0)?" } ?? ""
      throw Failure(.usage, "--subject \(subject): expected one of \(known.joined(separator: ", "))\(hint)")
    }
    return subject
  }

  private func chosenLanguage() throws(Failure) -> AdapterLanguage {
    let known = AdapterLanguage.authored
    let names = known.map(\.name)
    guard let language else {
      let files = FileManager.default
      if let found = AdapterLanguage.ofProject(where: files.fileExists) { return found }
      throw Failure(.usage, "name the language of the library: --language \(names.joined(separator: "|"))")
    }
    let typed = language.lowercased()
    // The type of its files also names a language.
    let byType =
      ["c++": "cpp", "rs": "rust", "objective-c": "objc"][typed] ?? known.first { $0.extensions.contains(typed) }?.name
    let wanted = names.contains(typed) ? typed : byType ?? typed
    if let other = OtherLanguage.named(wanted) {
      throw Failure(
        .usage,
        "--language \(language): there is no kit for \(other.title); \(other.advice(kits: AdapterArguments.locator.kits))"
      )
    }
    guard let found = known.first(where: { $0.name == wanted }) else {
      let hint = names.nearest(to: wanted).map { "; did you mean \($0)?" } ?? ""
      let kits = AdapterArguments.locator.kits ?? "adapters/kits"
      throw Failure(
        .usage,
        "--language \(language): expected one of \(names.joined(separator: ", ")); a program in any other language speaks"
          + " the wire protocol (\(kits)/README.md, \"The smallest host\")\(hint)")
    }
    return found
  }
}
