import APlusAdapter
import APlusJSON
import APlusModel
import Testing

@testable import APlusHost

/// Tasks that send and receive run beside the library's own queue.
@Suite("tasks that use channels") struct ChannelTaskTests {
  /// A library with a queue, which stays empty, whose elements come from another task that has work to do first.
  private struct BusyChannels: ChannelAdapter {
    static var features: Set<ChannelFeature> { [.unlimited] }
    static var claims: Set<Claim> { [] }
    var driver: Driver { .manual { 0 } }

    func makeChannel(_ request: ChannelRequest) -> Int { 1 }

    func receive(from channel: Int) async throws -> Token? {
      await Task.detached {
        var sum = channel
        for number in 1...20_000_000 { sum = sum &* 31 &+ number }
        return sum == 0 ? nil : Token.nothing
      }.value
    }
  }

  @Test func `are waited for where the library has a queue to drain`() throws {
    let json = #"""
      {"functions":{"h":{},"none":{}},"steps":[{"id":0,"start":"unlimited","done":"none","as":"c"},
      {"id":1,"start":"receive","of":["c"],"done":"h"}]}
      """#
    let trace = try trace(
      of: Program(json: JSONTree(parsing: Array(json.utf8), name: "program").root), on: BusyChannels())
    #expect(trace.ending == .quiet)
    #expect(trace.events.count(where: \.kind.isHandler) == 1)
  }
}
