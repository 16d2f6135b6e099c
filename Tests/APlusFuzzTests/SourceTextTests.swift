import APlusFuzz
import APlusModel
import Foundation
import TestSupport
import Testing

/// What is printed to be run by hand can be read by the language that it is written in.
@Suite("Programs in a library's language") struct SourceTextTests {
  private static func programs(_ claims: [Capability], lanes: Int = 1) -> [Program] {
    let generator = ProgramGenerator(seed: 3, steps: 30, lanes: lanes, capabilities: claims)
    return (300..<500).map { generator.program(at: $0).program }
  }

  private static func lines(_ program: Program, _ language: SourceText.Language) -> [String] {
    SourceText(program, in: language).lines
  }

  @Test(.enabled(if: Node.isInstalled, "needs node")) func `Node reads all programs`() async throws {
    let functions = Self.programs(GeneratorTests.claims[1]).enumerated().map { index, program in
      "function f\(index)() {\n\(Self.lines(program, .javascript).joined(separator: "\n"))\n}"
    }
    let run = try await ProgramRun("node", ["--check", "-"], input: functions.joined(separator: "\n"))
    #expect(run.status == 0, "\(run.error)")
    #expect(run.error.isEmpty)
  }

  @Test func `Python reads all programs`() async throws {
    let functions = Self.programs(GeneratorTests.claims[2], lanes: 2).map { program in
      "def f():\n" + Self.lines(program, .python).map { "    \($0)\n" }.joined() + "    pass\n"
    }
    let read = "import ast, sys; ast.parse(sys.stdin.read())"
    let run = try await ProgramRun("python3", ["-c", read], input: functions.joined())
    #expect(run.status == 0, "\(run.error)")
  }

  @Test func `a mark prints only its name`() {
    let marking = Program(steps: [Step(id: 0, .mark("m"))])
    #expect(Self.lines(marking, .javascript).last == "console.log('m');")
    #expect(Self.lines(marking, .python).last == "print(\"m\")")
  }

  @Test func `what a read of then does is shown`() {
    func line(_ ending: Ending, _ language: SourceText.Language) -> String? {
      let thenable = Thenable(name: nil, then: .function("t"), get: [ending], reading: "g")
      let pending = Value.promise(.pending, with: nil, whenIdle: false)
      let steps = [
        Step(id: 0, .bind(name: "p", value: pending)),
        Step(id: 1, .settle(.resolve, promise: "p", value: .thenable(thenable))),
      ]
      let fulfill = Step(id: 2, .settle(.fulfill, promise: "p", value: .name("O")))
      let functions = ["t": Function(), "g": Function(steps: [fulfill])]
      return Self.lines(Program(functions: functions, steps: steps), language).last
    }
    #expect(line(.givesThen, .javascript) == "pDeferred.resolve({ get then() { g(); return h; } });")
    #expect(line(.throwing(.name("S")), .javascript) == "pDeferred.resolve({ get then() { g(); throw 'S2'; } });")
    #expect(line(.givesThen, .python) == "resolve_p(Thenable(get=lambda: (g(None), h)[-1]))")
    #expect(line(.throwing(.name("S")), .python) == "resolve_p(Thenable(get=lambda: (g(None), throw('S2'))[-1]))")
  }
}
