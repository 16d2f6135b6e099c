import APlusCases
import APlusJudge
import APlusModel
import APlusOracle
import Testing

/// Programs that once produced a finding on a conforming promise.
@Suite("False alarms") struct FalseAlarmTests {
  /// Two promises are resolved with one thenable, which passes another on; which promise is meant stays open.
  private static let sharedThenable = """
    {"functions": {"g": {}, "h": {"steps": [{"call": "resolve", "with": {"thenable": {"then": "g"}}}]}},
     "steps": [{"let": "x", "be": {"thenable": {"then": "h"}}},
               {"repeat": 2, "do": [{"let": "a#", "be": {"promise": "resolved", "with": "x"}}]}]}
    """
  /// A thenable resolves with itself: 2.3.1 is about promises, and to detect that is optional.
  private static let ownThenable = """
    {"functions": {"f": {}, "g": {"ends": [{"return": "x"}]}, "h": {}},
     "steps": [{"let": "p", "be": {"promise": "pending"}}, {"let": "x", "be": {"thenable": {"then": "h"}}},
               {"later": "idle", "do": [{"call": "x.resolve", "with": "x"}]},
               {"fulfill": "p", "with": "S"}, {"then": "p", "ok": "g", "as": "q"}, {"then": "q", "bad": "f"}]}
    """
  /// A promise that was locked in is cancelled, although a rejection of it was ignored.
  private static let lockedIn = """
    {"functions": {"f": {}, "g": {}, "h": {}},
     "steps": [{"let": "p", "be": {"promise": "pending"}}, {"resolve": "p", "with": {"thenable": {"then": "h"}}},
               {"reject": "p", "with": "E"}, {"cancel": "p"}, {"then": "p", "as": "q"},
               {"then": "q", "bad": "g", "as": "r"}, {"then": "r", "bad": "f"}]}
    """
  /// A cancel of what a combinator gave goes on to what its task has returned.
  private static let runningTask = """
    {"functions": {"g": {"ends": [{"return": {"promise": "fulfilled", "with": "S2", "when": "idle"}}]},
                   "h": {"steps": [{"combine": "sequence", "of": ["q"], "call": "g", "as": "r"}, {"cancel": "r"}]}},
     "steps": [{"combine": "all", "of": [], "as": "p"},
               {"let": "q", "be": {"promise": "rejected", "with": "E", "when": "idle"}},
               {"fulfill": "q", "with": "S"}, {"then": "p", "ok": "h"}]}
    """
  /// A step of an unbound name comes right before a later block, and a handler on the same stack asks for another.
  private static let unboundStep = """
    {"functions": {"h": {"steps": [{"later": "idle", "do": [{"then": "p"}]}]}},
     "steps": [{"let": "p", "be": {"promise": "fulfilled", "with": "S"}}, {"let": "q", "be": {"promise": "pending"}},
               {"drop": ["q"]}, {"then": "p", "ok": "h"}, {"then": "q"},
               {"later": "idle", "do": [{"fulfill": "q", "with": "S"}]}]}
    """

  /// One function for both outcomes, of promises of which one never settles.
  private static let bothOutcomes = """
    {"functions": {"f": {}, "g": {"shared": true}, "h": {"shared": true}},
     "steps": [{"repeat": 2, "do": [{"let": "a#", "be": {"promise": "pending"}}, {"then": "a#", "ok": "h", "as": "b#"}]},
               {"fulfill": "a1", "with": "S"}, {"then": "b1", "ok": "g", "bad": "g"},
               {"repeat": 2, "do": [{"then": "b#", "ok": "f"}]}]}
    """
  /// One function for registrations of a promise and of what a combinator gave.
  private static let combinedAndOwn = """
    {"functions": {"g": {}, "h": {"shared": true}},
     "steps": [{"let": "p", "be": {"promise": "pending"}}, {"combine": "allSettled", "of": ["p"], "as": "q"},
               {"then": "q", "ok": "h"}, {"fulfill": "p", "with": "S"}, {"then": "p", "ok": "h"}, {"then": "p", "ok": "g"}]}
    """
  /// One function in both slots of registrations of one promise.
  private static let bothSlots = """
    {"functions": {"g": {}, "h": {"shared": true}},
     "steps": [{"let": "p", "be": {"promise": "pending"}}, {"fulfill": "p", "with": "S"}, {"then": "p", "ok": "h", "as": "q"},
               {"then": "q", "bad": "h"}, {"then": "q", "ok": "h", "bad": "g"}]}
    """
  /// One function for each outcome of a promise that the oracle does not know.
  private static let openOutcome = """
    {"functions": {"f": {}, "g": {"shared": true}, "h": {}},
     "steps": [{"combine": "try", "of": [], "call": "h", "as": "p"}, {"then": "p", "bad": "g"},
               {"let": "q", "be": {"promise": "resolved", "with": "p"}}, {"then": "p", "ok": "g"},
               {"then": "q", "ok": "f"}]}
    """
  /// A thenable passes a cancelled promise on to the one that it was made from.
  private static let passedOnCancel = """
    {"functions": {"f": {"steps": [{"call": "resolve", "with": "r"}]}, "g": {}, "h": {}},
     "steps": [{"let": "p", "be": {"promise": "pending"}}, {"then": "p", "bad": "h", "as": "q"},
               {"then": "q", "bad": "g", "as": "r"}, {"resolve": "p", "with": {"thenable": {"then": "f"}}},
               {"cancel": "r"}]}
    """
  /// A promise follows what a combinator gave, whose task returned a cancelled promise; no handler observes either.
  private static let cancelledTask = """
    {"functions": {"f": {}, "g": {}, "h": {"ends": [{"return": "p"}]}},
     "steps": [{"let": "p", "be": {"promise": "pending"}}, {"combine": "try", "of": [], "call": "h", "as": "q"},
               {"cancel": "p"}, {"let": "r", "be": {"promise": "resolved", "with": "q"}},
               {"then": "r", "bad": "g", "as": "s"}, {"then": "s", "bad": "f"}]}
    """
  /// A member is rejected with an error of the library.
  private static let settledWithError = """
    {"functions": {"g": {}, "h": {}},
     "steps": [{"combine": "race", "of": [], "as": "p"}, {"combine": "allSettled", "of": ["p"], "as": "q"},
               {"then": "p", "bad": "h"}, {"then": "q", "ok": "g"}]}
    """
  /// A promise that was rejected with a cancel's reason, which `race` passed on, is cancelled too late.
  private static let cancelledTooLate = """
    {"functions": {"g": {}, "h": {}},
     "steps": [{"let": "p", "be": {"promise": "pending"}}, {"combine": "race", "of": ["p"], "as": "q"},
               {"then": "q", "as": "r"}, {"cancel": "p"}, {"later": "idle", "do": [{"cancel": "r"}]},
               {"then": "r", "bad": "h", "as": "s"}, {"then": "s", "ok": "g"}]}
    """

  @Test(arguments: [
    openOutcome, passedOnCancel, bothOutcomes, combinedAndOwn, bothSlots, sharedThenable, ownThenable, lockedIn,
    runningTask, unboundStep, cancelledTask, settledWithError, cancelledTooLate,
  ]) func `a conforming promise gets no finding`(text: String) throws {
    let performed = try Performed(text, on: "reference")
    // A cancel that goes down may be one that goes anywhere.
    for profile in ["downstream", "chain"] {
      let scenario = Scenario(
        generated: performed.program, id: "test", title: "test",
        claims: ["adopting-resolve", "cancellation:\(profile)", "thenables"].flatMap(Capability.parse))
      #expect(Judge.judge(scenario, performed.trace).outcome == .conforms, "\(profile)")
    }
    #expect(performed.disagreements == [])
  }

  /// While a block runs, a handler on another thread resolves the promise that the block rejects then.
  @Test func `a thenable may be called although the model performs another settlement first`() throws {
    var performed = try Performed(
      """
      {"functions": {"g": {"steps": [{"call": "reject", "with": "E"}]},
                     "h": {"steps": [{"resolve": "r", "with": {"thenable": {"then": "g"}}}]}},
       "steps": [{"let": "p", "be": {"promise": "fulfilled", "with": "S"}}, {"let": "r", "be": {"promise": "pending"}},
                 {"then": "p", "ok": "h"}, {"later": "idle", "do": [{"reject": "r", "with": "E2"}]}]}
      """, on: "reference")
    let block = try #require(performed.trace.events.firstIndex { if case .block = $0.kind { true } else { false } })
    let handler = try #require(
      performed.trace.events.firstIndex { if case .begin(_, .handler) = $0.kind { true } else { false } })
    // The phase before the block goes, as the block has begun by then.
    performed.trace.events.remove(at: block - 1)
    performed.trace.events.insert(performed.trace.events.remove(at: block - 1), at: handler)
    for index in (handler + 1)..<block { performed.trace.events[index].stack = 1 }
    performed.renumber()
    #expect(Oracle.opinion(on: performed.program, performed.trace) == .checked([]))
  }
}
