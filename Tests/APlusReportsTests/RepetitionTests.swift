import APlusJudge
import Testing

@testable import APlusModel
@testable import APlusReports
@testable import APlusRunner

/// Every report shows what was repeated, and what the smoke gate found.
@Suite("Repetitions and withdrawn claims") struct RepetitionTests {
  private static let adapter: AdapterResult = {
    var lost = Samples.failed("2.2.4-b")
    lost.repetition = .notRepeated
    var after = Samples.failed("2.2.4-c")
    after.repetition = .aftermath(of: "2.2.4-a")
    var adapter = Samples.adapter([Samples.passed("2.2.4-a"), lost, after])
    adapter.withdrawn = [WithdrawnCapability(Capability("acceptance"), because: "resolve does not report")]
    adapter.hint = "of then(f, r), r got what f threw"
    return adapter
  }()
  private static let both =
    "aplus-check --adapter mylib --filter 2.2.4-a --filter 2.2.4-c --jobs 1 --repeat 2 --seed 42 -v"

  @Test func `the console distinguishes an aftermath, with the command for both`() {
    let style = ConsoleStyle(usesColor: false, usesUnicode: true)
    let text = ConsoleReport(Samples.run([Self.adapter]), in: Samples.context, style: style).text().string
    #expect(text.contains("\n  without acceptance: resolve does not report\n"))
    #expect(text.contains("\n  hint: of then(f, r), r got what f threw\n"))
    #expect(text.contains("\n✘ pass alone, fail after 2.2.4-a in the same host: 2.2.4-c\n"))
    #expect(text.contains("    replay    \(Self.both)\n"))
    #expect(text.contains("not reproduced: the case passes alone in a new host"))
    #expect(text.contains("1 passed, 1 failed, 1 aftermath failure"))
  }

  @Test func `Markdown lists an aftermath with its cause`() {
    let text = MarkdownReport(Samples.run([Self.adapter]), in: Samples.context).text()
    #expect(text.contains("- passes alone, fails after 2.2.4-a in the same host: `2.2.4-c`\n"))
  }

  @Test func `JUnit and JSON hold both`() throws {
    let run = Samples.run([Self.adapter])
    let xml = JUnitReport(run, in: Samples.context).text()
    #expect(xml.contains(#"name="aplus.withdrawn" value="acceptance: resolve does not report""#))
    #expect(xml.contains(#"name="aplus.hint" value="of then(f, r), r got what f threw""#))
    #expect(xml.contains(#"type="aplus.aftermath""#))
    #expect(xml.contains(Self.both))
    let json = JSONReport(run, in: Samples.context).text()
    for member in [
      #""repetition":"not repeated""#, #""repetition":"aftermath""#, #""aftermathOf":"2.2.4-a""#, #""aftermath":1"#,
      #""capability":"acceptance""#,
    ] { #expect(json.contains(member), "\(member)") }
  }
}
