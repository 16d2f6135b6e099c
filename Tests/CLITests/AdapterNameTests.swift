import APlusRunner
import Foundation
import Testing

@testable import APlusHosting
@testable import aplus_check

@Suite("Names of adapters") struct AdapterNameTests {
  private func adapter(_ argument: String, _ name: String = "adapter") -> Adapter {
    Adapter(name: name, argument: argument, command: ["node"])
  }

  private func names(_ arguments: String...) throws -> [String] {
    try AdapterNames.distinct(arguments.map { adapter($0) }).map(\.name)
  }

  @Test func `two adapters of one name are named after their folders`() throws {
    #expect(try names("./d1/adapter.cjs", "./d2/adapter.cjs") == ["d1", "d2"])
    #expect(try names("d1/adapter.cjs") == ["adapter"])
  }

  @Test func `folders of one name are distinguished by their parents`() throws {
    #expect(try names("./a/lib/adapter.cjs", "./b/lib/adapter.cjs") == ["a-lib", "b-lib"])
  }

  @Test func `two adapters in one folder are named after their files`() throws {
    #expect(try names("d/adapter.cjs", "d/adapter.mjs") == ["adapter.cjs", "adapter.mjs"])
  }

  @Test func `a name in use is not given again`() throws {
    let adapters = [adapter("d1", "d1"), adapter("x/d1/adapter.cjs"), adapter("x/d2/adapter.cjs")]
    #expect(try AdapterNames.distinct(adapters).map(\.name) == ["d1", "x-d1", "x-d2"])
  }

  @Test func `an adapter that is given by its name keeps it`() throws {
    #expect(try names("adapter", "./d1/adapter.cjs") == ["adapter", "d1"])
  }

  @Test func `the same adapter twice is refused`() throws {
    #expect(throws: Failure.self) { try names("adapter", "adapter") }
    #expect(throws: Failure.self) { try names("d1/adapter.cjs", "./d1/../d1/adapter.cjs") }
  }
}
