import APlusModel
import Testing

@testable import APlusHost

@Suite("Calls of then that are looked up") struct PlannedThenTests {
  /// Handlers that return a value, a promise and a thenable.
  private static let functions: [String: Function] = [
    "value": Function(endings: [.returns(.name("S"))]),
    "promise": Function(endings: [.returns(.promise(.pending, with: nil, whenIdle: false))]),
    "thenable": Function(endings: [.returns(.thenable(Thenable(name: nil, then: .function("value"))))]),
  ]

  private func kind(ok: String?, bad: String?) throws -> EndingKind? {
    let program = Program(
      functions: Self.functions,
      steps: [Programs.pending(0, "p"), Step(id: 1, .then(Programs.register("p", ok: ok, bad: bad)))])
    return try Plan(program).thens[1]?.kind
  }

  @Test func `of two kinds of handlers the richer one is that of the call`() throws {
    #expect(try kind(ok: nil, bad: nil) == .value)
    #expect(try kind(ok: "value", bad: "promise") == .promise)
    #expect(try kind(ok: "promise", bad: "value") == .promise)
    #expect(try kind(ok: "promise", bad: "thenable") == .thenable)
    #expect(try kind(ok: "thenable", bad: "promise") == .thenable)
    #expect(try kind(ok: nil, bad: "thenable") == .thenable)
  }
}
