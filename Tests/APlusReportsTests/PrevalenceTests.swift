import Testing

@testable import APlusReports

@Suite("prevalence") struct PrevalenceTests {
  @Test func `what most cases show comes first`() {
    var prevalence = Prevalence()
    prevalence.add(["2.2.6.1", "2.2.4"], inCaseOf: "2.2.6.1")
    prevalence.add(["2.2.4"], inCaseOf: "2.2.6.2")
    #expect(prevalence.requirements == ["2.2.4", "2.2.6.1"])
  }

  @Test func `of two that equally many show, the one that its own cases show comes first`() {
    var prevalence = Prevalence()
    prevalence.add(["2.1.3.1", "RX-C9"], inCaseOf: "RX-C9")
    prevalence.add(["RX-C11"], inCaseOf: "RX-C11")
    #expect(prevalence.requirements == ["RX-C9", "RX-C11", "2.1.3.1"])
  }

  @Test func `how thenables are resolved comes before what they pass on`() {
    var prevalence = Prevalence()
    for _ in 1...3 { prevalence.add(["2.3.3.3.1"], inCaseOf: "E4") }
    prevalence.add(["2.3.3.1"], inCaseOf: "2.3.3.1")
    #expect(prevalence.requirements == ["2.3.3.3.1", "2.3.3.1"])
    prevalence.add(["2.3.3.3"], inCaseOf: "2.3.3.3")
    #expect(prevalence.requirements == ["2.3.3.3", "2.3.3.3.1", "2.3.3.1"])
  }
}
