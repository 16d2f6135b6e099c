import APlusJSON
import APlusJudge
import APlusModel
import Testing

@Suite("The growth of what a registration costs") struct GrowthTests {
  /// 1024 registrations are six levels: beside 16, 32, 64, 128, 256 and 512 handlers.
  private func program(rounds: Int = 2) -> JSON {
    [
      "rounds": .integer(rounds),
      "steps": [["id": 0, "let": "p", "be": ["promise": "pending"]], ["id": 1, "measure": "p", "times": 1024]],
    ]
  }

  private func judge(_ readings: [[Int]]) throws -> Verdict { try judge(results: readings.map { .measured($0) }) }

  private func judge(results: [FrameResult]) throws -> Verdict {
    let program = program(rounds: results.count)
    let scenario = Scenario(
      id: "S6-a", title: "", chapter: "scale", requirement: "S6", decides: [.liveness],
      expectations: [.constant(promise: "p")], program: try Program(json: program),
      source: SourceLocation(file: "", line: 1))
    var host = Performance()
    for (round, result) in results.enumerated() {
      host.round = round
      host.make(0, "p")
      host.step(.operation(step: 1, verb: "measure", on: host.object("p")), result)
    }
    host.idle()
    return Judge.judge(scenario, host.trace())
  }

  private let constant = [30_000, 21_000, 20_500, 20_000, 20_400, 20_100]
  private let quadratic = [12_000, 14_000, 18_000, 26_000, 42_000, 74_000]

  @Test func `a cost that stays the same conforms`() throws {
    #expect(try judge([constant, constant]).outcome == .conforms)
  }

  @Test func `a cost that grows with the waiting handlers is reported as a violation`() throws {
    let verdict = try judge([quadratic, quadratic])
    #expect(verdict.outcome == .violates)
    #expect(verdict.violations.map(\.type) == [.growth])
    #expect(verdict.violations.map(\.requirement) == ["S6"])
    #expect(
      verdict.violations.map(\.message) == [
        "registering a handler on p took 1.6 times as long where twice as many waited:"
          + " 1.1 µs beside 64, 1.6 µs beside 128, 2.6 µs beside 256, 4.6 µs beside 512"
      ])
  }

  @Test func `growth must be seen twice`() throws {
    #expect(try judge([quadratic, constant]).outcome == .conforms)
    #expect(try judge([constant, quadratic]).outcome == .conforms)
    #expect(try judge([quadratic]).outcome == .conforms)
    let endsLevel: [Int] = quadratic.dropLast() + [43_000]
    #expect(try judge([quadratic, endsLevel]).outcome == .conforms)
    #expect(try judge([endsLevel, quadratic]).outcome == .conforms)
  }

  @Test func `growth that a slow machine hides in one round shows in another`() throws {
    let slowAtFirst = [24_000, 28_000, 40_000, 56_000, 60_000, 74_000]
    #expect(try judge([slowAtFirst, slowAtFirst]).outcome == .conforms)
    #expect(try judge([slowAtFirst, quadratic]).outcome == .violates)
    #expect(try judge([quadratic, slowAtFirst]).outcome == .violates)
  }

  @Test(arguments: [
    ([false, false, true, false], "250.0 µs beside 64, 562.5 µs beside 128"),
    ([false, true, true, false], "562.5 µs beside 128, 1062.5 µs beside 256"),
  ]) func `the last level is one that a round of each half came to`(isLong: [Bool], end: String) throws {
    let long = [1_000_000, 2_000_000, 4_000_000, 9_000_000, 17_000_000]
    let short = [1_000_000, 2_000_000, 4_000_000, 32_000_000]
    let verdict = try judge(isLong.map { $0 ? long : short })
    let message = try #require(verdict.violations.first?.message)
    #expect(message.hasSuffix(end), "\(message)")
  }

  @Test func `the shortest of a half of the rounds counts`() throws {
    #expect(try judge([quadratic, constant, quadratic, constant]).outcome == .conforms)
    #expect(try judge([quadratic, quadratic, quadratic, quadratic]).outcome == .violates)
  }

  @Test(arguments: [
    // One leap is no growth: the machine got slower.
    [20_000, 20_000, 20_000, 20_000, 20_000, 200_000], [20_000, 20_000, 20_000, 20_000, 100_000, 100_000],
    // With the square root of those that wait: less than four times in three doublings.
    [10_000, 14_000, 20_000, 28_000, 40_000, 56_000],
    // Where nothing costs more than a millionth of a second a clock is not to be trusted.
    [100, 200, 400, 800, 1600, 3200],
  ]) func `uncertain growth conforms`(readings: [Int]) throws {
    #expect(try judge([readings, readings]).outcome == .conforms)
  }

  @Test func `a library that takes no more handlers violates`() throws {
    let verdict = try judge(results: [.threw(.text("full")), .measured(constant)])
    #expect(verdict.violations.map(\.message) == ["`then` on p threw \"full\" where many handlers waited"])
  }

  @Test func `a library that gets slow soon is seen by fewer levels`() throws {
    let slow = [4_000_000, 8_000_000, 16_000_000, 32_000_000]
    #expect(try judge([slow, slow]).outcome == .violates)
  }

  @Test(arguments: [
    ([20_000, 20_000, 20_000], "3 readings of 1024 registrations, expected 6"),
    ([], "0 readings of 1024 registrations, expected 6"),
    ([400_000_000, 500_000_000], "2 readings of 1024 registrations, expected 1"),
  ]) func `a host that reads too little or too much is at fault`(readings: [Int], message: String) throws {
    let error = try #require(try judge([readings, constant]).error)
    #expect(error.message.contains(message))
  }
}
