import APlusModel
import APlusOracle
import TestSupport
import Testing

@Suite("the oracle") struct OracleTests {
  /// p is settled while nothing else runs; a handler of it makes q.
  private static let chain = """
    {"functions": {"h": {"ends": [{"return": "S"}]}, "ok": {}, "bad": {}},
     "steps": [{"let": "p", "be": {"promise": "pending"}}, {"then": "p", "ok": "h", "as": "q"},
               {"then": "q", "ok": "ok", "bad": "bad"},
               {"later": "idle", "do": [{"fulfill": "p", "with": "D"}]}]}
    """

  /// The handler a and a later block both settle q; the handler b does nothing.
  private static let open = """
    {"functions": {"a": {"steps": [{"fulfill": "q", "with": "A"}]}, "b": {}, "ok": {}},
     "steps": [{"let": "q", "be": {"promise": "pending"}}, {"then": "q", "ok": "ok"},
               {"let": "p", "be": {"promise": "fulfilled", "with": "D"}}, {"then": "p", "ok": "a"},
               {"then": "p", "ok": "b"}, {"later": "turn", "do": [{"fulfill": "q", "with": "B"}]}]}
    """

  /// p follows a combination of which it is a member; another member decides both.
  private static let circle = """
    {"functions": {"ok": {}},
     "steps": [{"let": "p", "be": {"promise": "pending"}}, {"let": "x", "be": {"promise": "pending"}},
               {"combine": "race", "of": ["p", "x"], "as": "r"}, {"resolve": "p", "with": "r"},
               {"then": "p", "ok": "ok"}, {"then": "r", "ok": "ok"},
               {"later": "idle", "do": [{"fulfill": "x", "with": "D"}]}]}
    """

  @Test(arguments: [chain, open]) func `it agrees with a conforming promise`(program: String) throws {
    #expect(try Performed(program).disagreements == [])
  }

  @Test func `a circle through a combination ends, and agrees`() throws {
    #expect(try Performed(Self.circle, on: "reference").disagreements == [])
  }

  @Test func `a combinator without the member that it needs has no known outcome`() throws {
    let program = """
      {"functions": {"f": {}, "ok": {}},
       "steps": [{"combine": "finally", "of": [], "call": "f", "as": "r"}, {"combine": "recover", "of": [], "call": "f"},
                 {"combine": "timeout", "of": [], "ms": 1}, {"then": "r", "ok": "ok"}]}
      """
    #expect(try Performed(program, on: "reference").disagreements == [])
  }

  /// `allSettled` of a promise that is a member twice.
  private static let twice = """
    {"functions": {"ok": {}},
     "steps": [{"let": "p", "be": {"promise": "fulfilled", "with": "D"}},
               {"combine": "allSettled", "of": ["p", "p"], "as": "r"}, {"then": "r", "ok": "ok"}]}
    """

  @Test func `an outcome that allSettled has lost is missed`() throws {
    var performed = try Performed(Self.twice, on: "reference")
    #expect(performed.disagreements == [])
    let list = try #require(performed.trace.objects.firstIndex { $0.items?.count == 2 })
    performed.trace.objects[list].items?[1] = .nothing
    #expect(performed.disagreements.map { $0.prefix { $0 != ":" } } == ["K2"])
  }

  @Test func `recover gives its handler the reason`() throws {
    let program = """
      {"functions": {"f": {}},
       "steps": [{"let": "p", "be": {"promise": "rejected", "with": "E"}},
                 {"combine": "recover", "of": ["p"], "call": "f"}]}
      """
    var performed = try Performed(program, on: "reference")
    #expect(performed.disagreements == [])
    try performed.setArgumentOfFirstHandler(.integer(1))
    #expect(performed.disagreements == ["K5: `f` got 1 as the reason, which is E"])
  }

  /// What settles p is up to the library where it is called before `resolve` has returned.
  @Test(arguments: [(isInside: true, []), (false, ["2.3.3.3.1"])])
  func `a promise may be locked in only once resolve has returned`(isInside: Bool, requirements: [String]) throws {
    let late = #"{"fulfill": "p", "with": "O"}"#
    let program = """
      {"functions": {"t": {"steps": [\(isInside ? late + "," : "") {"call": "resolve", "with": "S"}]}, "ok": {}},
       "steps": [{"let": "p", "be": {"promise": "pending"}}, {"then": "p", "ok": "ok"},
                 {"resolve": "p", "with": {"thenable": {"then": "t"}}}, \(isInside ? #"{"mark": "m"}"# : late)]}
      """
    var performed = try Performed(program, on: "correct")
    #expect(performed.disagreements == [])
    let other = try #require(performed.trace.objects.firstIndex { $0.names == ["O"] })
    try performed.setArgumentOfFirstHandler(.reference(other))
    #expect(performed.disagreements.map { String($0.prefix { $0 != ":" }) } == requirements)
  }

  @Test func `combinations that are nested deep end, and agree`() throws {
    let program = """
      {"functions": {"ok": {}},
       "steps": [{"let": "q-start", "be": {"promise": "fulfilled", "with": "D"}},
                 {"repeat": 5000, "do": [{"combine": "all", "of": ["q#-1"], "as": "q#"}]},
                 {"then": "q4999", "ok": "ok"}]}
      """
    #expect(try Performed(program, on: "reference").disagreements == [])
  }

  @Test(arguments: [
    ["script", "block", "a", "b", "ok", "phase"], ["script", "block", "a", "ok", "b", "phase"],
    ["script", "block", "ok", "a", "b", "phase"],
  ]) func `turns may come in any order that the specification leaves open`(order: [String]) throws {
    let disagreements = try Performed(Self.open).reordered(order).disagreements
    #expect(disagreements == [])
  }

  @Test func `a shared function may run for any registration that can be due`() throws {
    let program =
      #"{"functions": {"h": {"shared": true}}, "steps": [{"combine": "all", "of": [], "as": "p"}, {"then": "p", "bad": "h", "as": "q"}, {"then": "q", "ok": "h", "as": "r"}, {"then": "r", "ok": "h"}]}"#
    #expect(try Performed(program, on: "reference").disagreements == [])
  }

  @Test func `resolve with the promise itself rejects it, and throws nothing`() throws {
    var performed = try Performed(
      #"{"steps": [{"let": "p", "be": {"promise": "pending"}}, {"resolve": "p", "with": "p"}]}"#, on: "reference")
    #expect(performed.disagreements == [])
    let place = try #require(performed.trace.events.lastIndex { if case .end = $0.kind { true } else { false } })
    if case .end(let frame, _) = performed.trace.events[place].kind {
      performed.trace.events[place].kind = .end(frame: frame, .threw(.integer(1)))
    }
    #expect(performed.disagreements.map { $0.prefix { $0 != ":" } } == ["2.3.1"])
  }

  @Test func `handlers of one promise come in the order of their registrations`() throws {
    let order = ["script", "block", "b", "a", "ok", "phase"]
    let disagreements = try Performed(Self.open).reordered(order).disagreements
    #expect(disagreements == ["2.2.6.1: `b` ran before `a`, which was registered on p first"])
  }

  @Test func `the first settlement wins, whichever comes first`() throws {
    let order = ["script", "a", "block", "b", "ok", "phase"]
    let disagreements = try Performed(Self.open).reordered(order).disagreements
    #expect(disagreements == ["2.2.2.1: q is fulfilled with B, expected fulfilled with A"])
  }

  @Test func `a handler that comes before what settles its promise is early`() throws {
    let order = ["script", "ok", "block", "a", "b", "phase"]
    let disagreements = try Performed(Self.open).reordered(order).disagreements
    #expect(disagreements == ["2.2.2.2: a handler of q ran before anything had settled it"])
  }

  /// A handler settles what the script settles as well.
  private static let settledTwice = """
    {"functions": {"h": {"steps": [{"fulfill": "p", "with": "O"}]}},
     "steps": [{"let": "p", "be": {"promise": "pending"}}, {"let": "q", "be": {"promise": "fulfilled", "with": "S"}},
               {"then": "q", "ok": "h"}, {"fulfill": "p", "with": "D"}]}
    """

  @Test func `an ignored settlement does not count as the first`() throws {
    var performed = try Performed(Self.settledTwice)
    performed.setResults([.accepted(false), .accepted(true)])
    #expect(
      performed.disagreements == [
        "2.1.1.1: fulfill of p says that it was ignored", "2.1.2.1: fulfill of p says that it took effect",
      ])
  }

  /// The handler runs on another thread, while the script has not settled yet or is about to.
  @Test(arguments: [false, true]) func `a handler on another thread may settle before the script does`(overlaps: Bool)
    throws
  {
    var performed = try Performed(Self.settledTwice)
    performed.setResults([.accepted(false), .accepted(true)])
    let handler = try #require(performed.turns.first { $0.name == "h" }).events
    let begin = try #require(
      performed.trace.events.firstIndex {
        if case .begin(_, .settle(_, _, _, _)) = $0.kind { $0.stack == 0 } else { false }
      })
    let place = overlaps ? begin + 1 : begin
    performed.trace.events.removeAll(where: handler.contains)
    performed.trace.events.insert(contentsOf: handler, at: place)
    for index in place..<place + handler.count { performed.trace.events[index].stack = 7 }
    performed.renumber()
    #expect(Oracle.opinion(on: performed.program, performed.trace) == .checked([]))
  }

  @Test func `only a first settlement has to return`() throws {
    var performed = try Performed(Self.settledTwice)
    performed.setResults([.nothing, .threw(.integer(1))])
    #expect(performed.disagreements == [])
    performed.setResults([.threw(.integer(1)), .nothing])
    #expect(performed.disagreements == ["2.1.1.1: `fulfill of p` threw 1"])
  }

  @Test func `what the making of a promise throws may be the adapter's`() throws {
    var performed = try Performed(
      #"{"steps": [{"let": "p", "be": {"promise": "rejected", "with": "S"}}]}"#, on: "reference")
    let place = try #require(performed.trace.events.lastIndex { if case .end = $0.kind { true } else { false } })
    if case .end(let frame, _) = performed.trace.events[place].kind {
      performed.trace.events[place].kind = .end(frame: frame, .threw(.integer(1)))
    }
    #expect(performed.disagreements == [])
  }

  @Test(arguments: Fault.all) func `it finds a fault from the program alone`(fault: Fault) throws {
    let disagreements = try Performed(fault.program, on: fault.mutant).disagreements
    #expect(disagreements.first == fault.says)
    #expect(try Performed(fault.program, on: "reference").disagreements == [])
  }

  @Test(arguments: [
    (#"{"lanes": [[]]}"#, "Promises/A+ has no threads"), (#"{"cancel": "p"}"#, "Promises/A+ has no cancellation"),
    (#"{"measure": "p", "times": 16}"#, "Promises/A+ says nothing about time"),
  ]) func `it has no opinion beyond the specification`(step: String, reason: String) throws {
    let program = try Program(caseFile: #"{"steps": [\#(step)]}"#)
    #expect(Oracle.silence(about: program) == reason)
    let trace = Trace(objects: [], events: [], ending: .quiet)
    #expect(Oracle.opinion(on: program, trace) == .silent(because: reason))
  }

  @Test func `it has no opinion on a trace of another program`() throws {
    let other = try Performed(Self.open)
    let program = try Performed(Self.chain).program
    #expect(Oracle.opinion(on: program, other.trace) == .silent(because: "the trace is no performance of the program"))
  }
}
