import APlusJudge
import APlusRunner
import Testing

@testable import APlusModel
@testable import APlusReports

@Suite("Matrix") struct MatrixTests {
  private func cell(_ cases: [CaseResult], of number: String = "2.2.4") throws -> MatrixCell {
    let matrix = Matrix(Samples.run([Samples.adapter(cases)]), in: Samples.context)
    return try #require(matrix.row(of: number)).cells[0]
  }

  private func entry(_ pattern: String, _ types: [String] = ["aplus.zalgo"], isInSomeRuns: Bool = false)
    -> ExpectedFailure
  {
    ExpectedFailure(
      pattern: pattern, types: types, isInSomeRuns: isInSomeRuns, reason: "calls at once",
      file: "expected-failures.txt", line: 1)
  }

  @Test func `rows stand in the order of the catalogue, what it lacks at the end`() {
    let cases = [Samples.notApplicable("2.3.3.1-a"), Samples.passed("2.2.4-a"), Samples.passed("2.1.2-a")]
    let matrix = Matrix(Samples.run([Samples.adapter(cases)]), in: Samples.context)
    #expect(matrix.chapters.map(\.name) == ["aplus"])
    #expect(matrix.chapters[0].title == "Promises/A+ 1.1")
    #expect(matrix.chapters[0].rows.map(\.number).first == "2.2.4")
    #expect(matrix.chapters[0].untestable == ["1.1"])
  }

  @Test func `a cell shows the worst outcome, and its share`() throws {
    let bad = Samples.failed("2.2.4-b")
    let error = Samples.errored("2.2.4-d")
    let good = Samples.passed("2.2.4-a")
    var skipped = Samples.notApplicable("2.2.4-e")
    skipped.scenario.requirement = "2.2.4"
    #expect(try cell([good]).standing == .conforms)
    #expect(try cell([good]).share == nil)
    #expect(try cell([good, skipped]).share == "1/2")
    #expect(try cell([good, skipped]).standing == .conforms)
    #expect(try cell([skipped]).standing == .notApplicable)
    #expect(try cell([good, error]).standing == .errored)
    #expect(try cell([good, error, bad, skipped]).standing == .fails)
    #expect(try cell([good, error, bad, skipped]).share == "1/3")
    #expect(try cell([good, Samples.notRun("2.2.4-f")]).standing == .notRun)
  }

  @Test func `cases that were not reached count as such`() throws {
    var unreached = Samples.passed("2.2.4-g")
    unreached.status = .judged(Verdict(outcome: .notReached(because: ["2.1.2"])))
    let good = Samples.passed("2.2.4-a")
    #expect(try cell([good, unreached]).share == "1/2")
    #expect(try cell([good, unreached]).sentence == "conforms in 1 of 2 cases, the others are not reached")
    #expect(try cell([unreached]).standing == .notReached)
  }

  @Test func `a case that ran on only one library counts as not run on the other`() throws {
    let one = Samples.adapter([Samples.passed("2.2.4-a"), Samples.passed("2.2.4-b")])
    let other = Samples.adapter([])
    let matrix = Matrix(Samples.run([one, other]), in: Samples.context)
    let cells = try #require(matrix.row(of: "2.2.4")).cells
    #expect(cells.map(\.standing) == [.conforms, .notRun])
    #expect(cells[1].notRun == 2)
  }

  @Test func `cases that fail alike are shown once, with the baseline's reason`() throws {
    var cases = ["2.2.4-a", "2.2.4-b", "2.2.4-c"].map { Samples.failed($0) }
    cases[0].expectedFailure = entry("2.2.4-*")
    cases[1].expectedFailure = entry("2.2.4-*")
    let cell = try cell(cases)
    #expect(cell.failures.map(\.cases) == [["2.2.4-a", "2.2.4-b"], ["2.2.4-c"]])
    #expect(cell.failures.map(\.reason) == ["calls at once", nil])
    #expect(cell.failures.map(\.type) == ["zalgo", "zalgo"])
    #expect(cell.share == "3/3")
  }

  @Test func `a crash that is expected is no verdict either`() throws {
    var crash = Samples.errored("2.2.4-d")
    crash.expectedFailure = entry("2.2.4-d", ["aplus.adapter-crash"])
    let cell = try cell([crash])
    #expect(cell.standing == .errored)
    #expect(cell.failures[0].kind == .errored)
    #expect(cell.failures[0].message == nil)
  }

  @Test func `what fails in some runs is shown alike, whatever this run saw`() throws {
    var cells: [MatrixCell] = []
    for var result in [Samples.passed("2.2.4-a"), Samples.failed("2.2.4-a")] {
      result.scenario = Samples.scenario("2.2.4-a")
      let types = ["aplus.zalgo", "aplus.order"]
      result.expectedFailure = entry("2.2.4-a", types, isInSomeRuns: true)
      cells.append(try cell([result, Samples.passed("2.2.4-b")]))
    }
    #expect(cells[0].standing == .flaky && cells[0].share == "1/2")
    #expect(cells[0].failures[0].type == "zalgo or order")
    for keyPath in [\MatrixCell.standing.rawValue, \.sentence] {
      #expect(cells[0][keyPath: keyPath] == cells[1][keyPath: keyPath])
    }
    #expect(cells[0].failures == cells[1].failures)
  }

  @Test func `a requirement that is violated in cases about others fails`() throws {
    let cell = try cell([Samples.passed("2.2.4-a"), Samples.incidental("2.1.2-a")])
    #expect(cell.standing == .fails)
    #expect(cell.share == nil)
    #expect(cell.failures[0].message?.contains("first in 2.1.2-a") == true)
  }

  @Test func `a picture is drawn where another run would show the same`() throws {
    func result(stack: Int, ending: TraceEnding = .quiet) -> CaseResult {
      var result = Samples.failed("2.2.4-b")
      let events = [
        Event(sequence: 0, stack: 0, kind: .mark(step: 0, name: "start")),
        Event(sequence: 1, stack: stack, kind: .mark(step: 0, name: "end")),
      ]
      result.trace = Trace(objects: [], events: events, ending: ending)
      result.expectedFailure = entry("2.2.4-b")
      return result
    }
    let steady = try cell([result(stack: 0)]).failures[0]
    #expect(steady.example?.picture.contains { $0.contains("mark start") } == true)
    #expect(steady.message != nil)
    for moving in [result(stack: 1), result(stack: 0, ending: .stuck)] {
      let failure = try cell([moving]).failures[0]
      #expect(failure.example?.picture.isEmpty == true)
      #expect(failure.message == nil)
      #expect(failure.reason == "calls at once")
    }
  }

  @Test(arguments: [(1, true), (2, false)]) func `where a library calls in any order, one call alone can be drawn`(
    calls: Int, isDrawn: Bool
  ) throws {
    var result = Samples.failed("2.2.4-b")
    let call = UserCall(function: "h", call: 1, argumentCount: 0, arguments: [], receiver: nil)
    let events = (0..<calls).map { number in
      Event(sequence: number, stack: 0, kind: .begin(frame: number, .handler(call, registration: 1, .onFulfilled)))
    }
    result.trace = Trace(objects: [], events: events, ending: .quiet)
    result.expectedFailure = entry("2.2.4-b")
    var moving = Samples.passed("2.2.4-a")
    moving.expectedFailure = entry("2.2.4-a", ["aplus.order"], isInSomeRuns: true)
    #expect(try cell([result]).failures[0].example?.picture.isEmpty == false)
    #expect(try cell([result, moving]).failures[0].example?.picture.isEmpty == !isDrawn)
    // What threads decide leaves the order on one stack as it is.
    moving.scenario.capabilities = [Capability("threads")]
    #expect(try cell([result, moving]).failures[0].example?.picture.isEmpty == false)
  }

  @Test func `the command that repeats a failure shows what a baseline hides`() throws {
    let replay = try cell([Samples.failed("2.2.4-b")]).failures[0].replay
    #expect(replay == "aplus-check --adapter mylib --filter 2.2.4-b --seed 42 --no-baseline -v")
  }

  @Test func `durations and dates leave no mark`() {
    var later = Samples.mixed
    later.seconds = 99
    later.timestamp = "2027-01-01T00:00:00"
    later.adapters[0].seconds = 98
    for place in later.adapters[0].cases.indices { later.adapters[0].cases[place].seconds = 7 }
    for (name, text) in BoardReport.board {
      let texts = [Samples.mixed, later].map { text(Matrix($0, in: Samples.context)) }
      #expect(texts[0] == texts[1], "\(name)")
    }
  }
}
