import APlusJudge
import APlusModel
import APlusRunner
import Testing

@testable import APlusReports

@Suite("JUnit report") struct JUnitReportTests {
  @Test func `a run of every kind has the documented shape`() {
    let text = JUnitReport(Samples.mixed, in: Samples.context).text()
    #expect(
      text == """
        <?xml version="1.0" encoding="UTF-8"?>
        <testsuites name="aplus-check" tests="6" failures="2" errors="1" time="0.412">
          <testsuite id="0" name="mylib: 2.2.4" tests="4" failures="2" errors="1" skipped="0" time="0.406" timestamp="2026-11-20T20:53:25">
            <properties>
              <property name="aplus.adapter" value="mylib"/>
              <property name="aplus.seed" value="42"/>
              <property name="aplus.language" value="swift"/>
              <property name="aplus.library" value="MyLib"/>
              <property name="aplus.version" value="2.0"/>
              <property name="aplus.untestable" value="1.1"/>
            </properties>
            <testcase classname="aplus.mylib.2_2_4" name="2.2.4-a a title" time="0.002"/>
            <testcase classname="aplus.mylib.2_2_4" name="2.2.4-b handler added in a handler" time="0.004">
              <failure type="aplus.zalgo" message="handler h ran inside then on p">
         at specs/aplus/2.2.4.json:41
         expected  h begins with no other frame open
         observed  h begins inside then
         official  not in the official suite
         replay    aplus-check --adapter mylib --filter 2.2.4-b --seed 42 -v
              </failure>
            </testcase>
            <testcase classname="aplus.mylib.2_2_4" name="2.2.4-d a title" time="0.400">
              <error type="aplus.adapter-crash" message="adapter ended by signal 6 (SIGABRT)">
         at specs/aplus/2.2.4.json:41
         official  not in the official suite
         replay    aplus-check --adapter mylib --filter 2.2.4-d --seed 42 -v
              </error>
              <system-err>
        last words
              </system-err>
            </testcase>
            <testcase classname="aplus.mylib.2_2_4" name="2.2.4 holds in cases about other requirements" time="0.000">
              <failure type="aplus.zalgo" message="2.2.4 is also violated in 2 other cases">
         first     2.1.2-a: handler h ran inside then on p
         cases     2.1.2-a, 2.1.2-b
         replay    aplus-check --adapter mylib --filter 2.1.2-a --seed 42 -v
              </failure>
            </testcase>
          </testsuite>
        """ + text.from("\n  <testsuite id=\"1\""))
  }

  @Test func `what is not applicable is counted, and a skipped test only if asked for`() throws {
    let run = Samples.run([
      Samples.adapter([
        Samples.passed("2.2.4-a"), Samples.notApplicable("2.3.3.1-a"), Samples.notApplicable("2.3.3.1-b"),
      ])
    ])
    let plain = try ParsedXML(JUnitReport(run, in: Samples.context).text())
    #expect(plain.attributes(of: "testcase").map(\.["name"]) == ["2.2.4-a a title"])
    #expect(plain.attributes(of: "skipped").isEmpty)
    #expect(
      plain.attributes(of: "testsuite").map { [$0["name"], $0["tests"], $0["skipped"]] } == [
        ["mylib: 2.2.4", "1", "0"], ["mylib: 2.3.3", "0", "0"],
      ])
    let properties = plain.attributes(of: "property")
    #expect(properties.filter { $0["name"] == "aplus.not-applicable" }.map(\.["value"]) == ["2"])
    #expect(properties.filter { $0["name"] == "aplus.lacking" }.map(\.["value"]) == ["thenables 2"])
    let all = JUnitReport(run, in: Samples.context, hasAllCases: true).text()
    #expect(all.contains(#"<skipped type="aplus.not-applicable" message="n/a: needs thenables"/>"#))
    #expect(try ParsedXML(all).attributes(of: "testsuite").map(\.["skipped"]) == ["0", "2"])
  }

  @Test func `an adapter that does not start is one error, the rest not run`() throws {
    let failure = HarnessError(type: .launch, message: "no hello within 10 s")
    let adapter = Samples.adapter([Samples.notRun("2.2.4-a"), Samples.notRun("2.2.4-b")], launchFailure: failure)
    let document = try ParsedXML(JUnitReport(Samples.run([adapter]), in: Samples.context).text())
    #expect(document.attributes(of: "error").map(\.["type"]) == ["aplus.adapter-launch"])
    #expect(document.attributes(of: "testcase").first?["name"] == "adapter starts")
    #expect(document.attributes(of: "skipped").map(\.["type"]) == ["aplus.not-run", "aplus.not-run"])
    #expect(document.attributes(of: "testsuites").first?["errors"] == "1")
  }

  @Test func `several adapters share a file and differ in suite and class name`() throws {
    let adapters = ["one", "two"].map { Samples.adapter([Samples.passed("2.2.4-a")], name: $0) }
    let document = try ParsedXML(JUnitReport(Samples.run(adapters), in: Samples.context).text())
    #expect(document.attributes(of: "testsuite").map(\.["name"]) == ["one: 2.2.4", "two: 2.2.4"])
    #expect(document.attributes(of: "testcase").map(\.["classname"]) == ["aplus.one.2_2_4", "aplus.two.2_2_4"])
  }

  @Test func `what a library says cannot break the document`() throws {
    let adapter = Samples.adapter(
      [
        Samples.failed("2.2.4-a", Samples.violation("2.2.4", Samples.hostile)),
        CaseResult(
          scenario: Samples.scenario("2.2.4-b", Samples.hostile),
          status: .judged(Verdict(outcome: .error(HarnessError(type: .crash, message: Samples.hostile)))),
          standardError: String(repeating: Samples.hostile, count: 10_000)),
      ], name: "odd.name/\u{1B}")
    let text = JUnitReport(Samples.run([adapter]), in: Samples.context).text()
    let document = try ParsedXML(text)
    #expect(document.attributes(of: "testcase").first?["classname"] == "aplus.odd_name__.2_2_4")
    #expect(text.utf8.count < 60_000)
    #expect(text.contains("bytes cut"))
  }

  @Test(.enabled(if: JUnitSchema.isAvailable, "xmllint and .build/junit-10.xsd: make schema"))
  func `the strict schema of Jenkins accepts every kind of result`() async throws {
    let failure = HarnessError(type: .launch, message: Samples.hostile)
    let runs = [
      Samples.mixed, Samples.run([]),
      Samples.run([Samples.adapter([Samples.notRun("2.2.4-a")], launchFailure: failure)]),
      Samples.run([Samples.adapter([Samples.failed("a", Samples.violation("2.2.4", Samples.hostile))])]),
    ]
    for run in runs {
      for hasAllCases in [false, true] {
        let text = JUnitReport(run, in: Samples.context, hasAllCases: hasAllCases).text()
        #expect(try await JUnitSchema.complaints(about: text) == "")
      }
    }
    let broken = #"<testsuites><testsuite name="s" flaws="1"/></testsuites>"#
    #expect(try await JUnitSchema.complaints(about: broken) != "")
  }
}

extension String {
  /// The rest from the first occurrence of a text; empty without one.
  fileprivate func from(_ text: String) -> String {
    ranges(of: text).first.map { String(self[$0.lowerBound...]) } ?? ""
  }
}
