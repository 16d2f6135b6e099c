import APlusJSON
import Foundation
import TestSupport
import Testing
import aplus_mutants

@testable import aplus_check

/// Pages as a browser shows them; skipped where there is no Chromium or no Node.
@Suite("Browser", .testFolder, .enabled(if: Browser.isHere, "Chromium or Node is missing: make tools"))
struct BrowserTests {
  /// A page with cells of several kinds, from a run of few cases.
  private func page(_ kind: String, _ name: String) async throws -> URL {
    // So many that the table is wider than a phone. One calls handlers inside a cancel, and one has no cancel.
    let mutants = ["sync-when-rejecting"] + Mutants.all.prefix(8).map(\.name)
    let names = ["reference", "mutants-javascript:correct"] + mutants.map { "mutant:\($0)" }
    let adapters = names.flatMap { ["--adapter", $0] }
    let filters = ["2.2.*", "Z-cancel-*", "RX-C1-*", "C1-*", "M1-*"].flatMap { ["--filter", $0] }
    let run = try await CommandRun(adapters + filters + ["--report", kind, "--seed", "1"])
    return run.directory.appending(path: name)
  }

  @Test func `a small board is readable, in light and dark, on a phone and with keys alone`() async throws {
    let page = try await page("board=board", "board/board.html")
    let seen = try await Browser.look(at: page)
    try check(seen)
    #expect(seen["faint"] == [], "text has a contrast of 4.5 to 1")
    #expect(seen["unreachable"] == [], "what scrolls can be reached with keys")
  }

  @Test func `a filter for what no library meets says how many have it, and shows those`() async throws {
    let page = try await page("board=board", "board/board.html")
    let seen = try #require(try await Browser.look(at: page)["filters"])
    func rows(_ state: String) -> [String] { seen[state]?["rows"]?.arrayValue?.compactMap(\.stringValue) ?? [] }
    #expect(seen["topic"] == "cancel")
    #expect(!rows("has").isEmpty && rows("has").count < rows("all").count, "one has no cancel")
    #expect(rows("unmet").isEmpty)
    #expect(
      seen["unmet"]?["says"] == "Nothing matches: 1 library here has cancel, and none meets all of cancel. Show it")
    #expect(rows("followed").count == 1)
    let address = try #require(seen["followed"]?["address"]?.stringValue)
    #expect(address.contains("has=cancel") && !address.contains("meets"))
    let early = seen["early"]?.arrayValue?.compactMap(\.stringValue) ?? []
    #expect(!early.isEmpty && rows("without") == rows("all").filter { !early.contains($0) })
    #expect(seen["without"]?["address"] == "?without=sync")
  }

  @Test func `nothing is cut on a phone, and links lead to what they name`() async throws {
    let seen = try await Browser.look(at: try await page("board=board", "board/board.html"))
    #expect(seen["cutCards"] == 0)
    #expect(seen["looseHeads"] == 0, "what is above cards sorts them")
    #expect(seen["words"] == 0, "no option of a command is broken")
    #expect(seen["marked"] == "solid", "a link to a topic marks its head")
    #expect(seen["far"] == ["isHeadInView": true, "isCellInView": true])
    #expect(seen["middle"] == ["isWider": true, "isCut": true, "says": true], "a table that goes on says so")
  }

  @Test func `on a phone the names of libraries leave room for what is said of them`() async throws {
    let page = try await page("board=board", "board/board.html")
    let share = try #require(try await Browser.look(at: page)["names"]?.intValue)
    #expect(1...50 ~= share)
  }

  @Test func `the board's filters find, say when nothing matches, and keep everything in the address`() async throws {
    let page = try await page("board=board", "board/board.html")
    let seen = try #require(try await Browser.look(at: page)["filters"])
    func rows(_ state: String) -> [String] { seen[state]?["rows"]?.arrayValue?.compactMap(\.stringValue) ?? [] }
    func address(_ state: String) -> String? { seen[state]?["address"]?.stringValue }
    let all = rows("all")
    #expect(all.count > 5 && seen["all"]?["canReset"] == false)
    #expect(!rows("byLibrary").isEmpty, "a name of a library, which is not that of its adapter, finds it")
    #expect(seen["plus"] == "", "there is no c++ here")
    #expect(rows("none").isEmpty && seen["none"]?["says"]?.stringValue?.hasPrefix("Nothing matches") == true)
    #expect(seen["none"]?["canReset"] == true)
    #expect(rows("reset") == all && address("reset") == "")
    #expect(address("chosen")?.hasPrefix("?chosen=") == true)
    #expect(rows("only") == Array(all.prefix(2)))
    #expect(address("up")?.contains("sort=") == true && address("down")?.contains("sort=-") == true)
    #expect(rows("unsorted") == all && address("unsorted") == "", "a third press brings the first order back")
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: Browser.board.path)))
  func `the board is readable, in light and dark, on a phone and with keys alone`() async throws {
    let seen = try await Browser.look(at: Browser.board)
    try check(seen)
    #expect(seen["filters"]?["plus"] == "c++", "a plus in an address may be typed as it is")
    #expect(
      seen["libraryOverflow"] == 0 && seen["sideways"] == 0, "on a phone nothing of a library's page is off screen")
    let levels = try #require(seen["levels"]?.arrayValue).compactMap(\.intValue)
    #expect(levels.count > 3 && zip(levels, levels.dropFirst()).allSatisfy { $1 <= $0 + 1 }, "no level is left out")
  }

  private func check(_ seen: JSON) throws {
    #expect(seen["errors"] == [])
    #expect(seen["title"]?.stringValue?.isEmpty == false)
    #expect(try #require(seen["cells"]?.intValue) > 10)
    for width in ["wideOverflow", "narrowOverflow"] { #expect(seen[width] == 0, "\(width)") }
    #expect(seen["scrolls"] == true, "the table is wider than a phone, and scrolls by itself")
    // A pixel of border is all that may show beside the heads.
    #expect(try #require(seen["heads"]?["top"]?.intValue) <= 1)
    #expect(try #require(seen["heads"]?["left"]?.intValue) <= 1)
    let light = try #require(seen["light"]?.arrayValue)
    let dark = try #require(seen["dark"]?.arrayValue)
    #expect(light.count == dark.count && light.count > 5)
    for (place, pair) in zip(light, dark).enumerated() where pair.0 == pair.1 {
      Issue.record("the colors of sign \(place) are the same in light and dark: \(pair.0)")
    }
    // Signs differ by more than color, but by color as well where something is wrong.
    // The last legend is that of the requirements; its first sign conforms, and the next four are failures.
    #expect(Set(light.suffix(8).dropFirst().prefix(4).map { $0.serialized() }).count == 4)
    #expect(seen["outline"] == "solid", "what has the focus is marked")
    #expect(seen["opened"]?["id"] == seen["cell"])
    #expect(seen["opened"]?["isInView"] == true)
    #expect(seen["opened"]?["hasCommand"] == true)
  }
}

/// A browser without a screen.
private enum Browser {
  static let board = CommandRun.package.appending(path: "reports/board.html")
  private static let program = ProgramPath.path(of: "chromium") ?? ProgramPath.path(of: "chromium-browser")
  static let isHere = program != nil && ProgramPath.has("node")

  /// Opens a page, and gives what the script beside the tests has seen there.
  static func look(at page: URL) async throws -> JSON {
    let browser = try #require(program)
    let script = CommandRun.package.appending(path: "Tests/CLITests/Browser/browse.mjs")
    let run = try await ProgramRun("node", [script.path, browser, page.path])
    return try JSON(parsing: run.output)
  }
}
