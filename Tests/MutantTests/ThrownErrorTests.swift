import APlusAdapter
import APlusCases
import APlusModel
import APlusReference
import TestSupport
import Testing
import aplus_mutants

/// The kinds of errors that Swift has find what errors of the checks do not.
@Suite("Errors of every kind") struct ThrownErrorTests {
  /// The reference with a fault: what becomes of an error that a handler throws.
  struct Faulty: PromiseAdapter {
    private let reference = ReferenceAdapter()
    private let change: @Sendable (any Error) -> any Error

    init() { self.init { $0 } }

    init(_ change: @escaping @Sendable (any Error) -> any Error) { self.change = change }

    var driver: Driver { reference.driver }

    func makeDeferred() -> (Promise<Token>, Deferred<Token>) { reference.makeDeferred() }

    func fulfill(_ deferred: Deferred<Token>, with value: Token) { deferred.fulfill(value) }

    func reject(_ deferred: Deferred<Token>, with reason: Reason) { deferred.reject(reason) }

    func then(_ promise: Promise<Token>, _ handlers: Handlers<Promise<Token>>) -> Promise<Token> {
      switch handlers {
      case .values(let onFulfilled, let onRejected):
        reference.then(promise, .values(changed(onFulfilled), changed(onRejected)))
      case .promises(let onFulfilled, let onRejected):
        reference.then(promise, .promises(changed(onFulfilled), changed(onRejected)))
      }
    }

    private func changed<Input, Output>(_ handler: (@Sendable (Input) throws -> Output)?) -> (
      @Sendable (Input) throws -> Output
    )? {
      guard let handler else { return nil }
      return { [change] input in do { return try handler(input) } catch { throw change(error) } }
    }

    func meaning(of error: any Error) -> ErrorMeaning { reference.meaning(of: error) }
  }

  /// A fault, and a case that shows it.
  struct Fault: CustomTestStringConvertible, Sendable {
    let name: String
    let shownBy: String
    let change: @Sendable (any Error) -> any Error

    var testDescription: String { name }
  }

  private struct Lost: Error {}

  private static let faults: [Fault] = [
    Fault(name: "errors of one type survive", shownBy: "E4-j.swift-struct") { error in
      guard let reason = error as? Reason else { return Lost() }
      return reason
    },
    Fault(name: "errors are values", shownBy: "E4-j.swift-class") { error in
      type(of: error) is AnyClass ? Lost() as any Error : error
    },
    Fault(name: "errors are not derived", shownBy: "E4-j.swift-heir") { error in
      Mirror(reflecting: error).superclassMirror == nil ? error : Lost() as any Error
    },
    Fault(name: "errors are small", shownBy: "E4-j.swift-large") { error in
      let parts = Mirror(reflecting: error).children
      return parts.contains { Mirror(reflecting: $0.value).children.count > 8 } ? Lost() as any Error : error
    },
    Fault(name: "errors have contents", shownBy: "E4-j.swift-empty") { error in
      let mirror = Mirror(reflecting: error)
      return mirror.displayStyle == .struct && mirror.children.isEmpty ? Lost() as any Error : error
    },
    Fault(name: "errors have a text", shownBy: "E4-j.swift-nameless") { error in
      "\(error)".isEmpty ? Lost() as any Error : error
    },
    Fault(name: "errors are opened", shownBy: "E4-j.swift-nested") { error in
      let parts = Mirror(reflecting: error).children.map(\.value)
      return parts.lazy.compactMap { $0 as? any Error }.first ?? error
    },
    Fault(name: "a cancelled task cancels", shownBy: "E4-j.swift-cancellation") { error in
      guard error is CancellationError else { return error }
      return PromiseError.cancelled
    },
  ]

  @Test func `a library that passes errors on conforms with each`() throws {
    let host = InProcess(Faulty())
    let scenarios = try ProjectSpecs.library.get().scenarios.filter { $0.id.hasPrefix("E4-j.swift-") }
    #expect(scenarios.count == LanguageKind.table.count { $0.place == .thrown && $0.language == "swift" })
    for scenario in scenarios {
      #expect(host.canPerform(scenario))
      let verdict = host.verdict(on: scenario)
      #expect(verdict?.outcome == .conforms, "\(scenario.id)")
      #expect(verdict?.incidental.isEmpty == true, "\(scenario.id)")
    }
  }

  @Test(arguments: faults) func `a fault that other errors do not show is found`(fault: Fault) throws {
    let host = InProcess(Faulty(fault.change))
    for scenario in try ProjectSpecs.library.get().scenarios
    where ["aplus", "once"].contains(scenario.chapter) && host.canPerform(scenario) {
      let isShown = scenario.id == fault.shownBy
      guard isShown || !scenario.capabilities.contains(where: { $0.name == "kinds" }) else { continue }
      let outcome = host.verdict(on: scenario)?.outcome
      #expect(outcome == (isShown ? .violates : .conforms), "\(scenario.id)")
    }
  }
}
