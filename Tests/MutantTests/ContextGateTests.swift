import APlusAdapter
import APlusHosting
import APlusModel
import APlusReference
import APlusRunner
import Synchronization
import Testing
import aplus_mutants

/// An adapter that claims contexts, but reports none or confuses them, loses the claim before any verdict.
@Suite("Smoke gate: contexts") struct ContextGateTests {
  private func fault(of adapter: any PromiseAdapter) throws -> String? {
    let process = InProcess(adapter)
    let program = SmokeProgram.contexts.program(for: process.capabilities)
    let trace = try #require(process.trace(of: program))
    let gate = SmokeGate([.contexts: trace], capabilities: process.capabilities)
    #expect(gate.fault == nil)
    #expect(gate.withdrawals.allSatisfy { $0.capability == Capability("contexts") })
    return gate.withdrawals.first?.reason
  }

  @Test func `a false claim is found by its missing marks`() throws {
    let fault = try #require(try fault(of: ContextFault(.claimsWithoutContexts)))
    #expect(fault.hasPrefix("no handler runs on any context, though contexts are claimed"))
  }

  @Test func `mixed-up identities are reported`() throws {
    let fault = try #require(try fault(of: ContextFault(.swapsIdentities)))
    #expect(fault.hasPrefix("the handlers of each of two contexts run on the other"))
  }

  @Test(arguments: [ContextFault.Kind.none, .ignoresContext, .ignoresContextWhenSettled])
  func `what a library may do is left to the judge`(kind: ContextFault.Kind) throws {
    #expect(try fault(of: ContextFault(kind)) == nil)
  }
}

/// The reference's adapter with a fault in how it is wired, or in what the library behind it does.
struct ContextFault: ContextAdapter {
  enum Kind: Sendable {
    case none
    /// The library has no contexts: handlers run where they always do, and nothing is marked.
    case claimsWithoutContexts
    /// Each context has the identity of the other of its pair.
    case swapsIdentities
    case ignoresContext
    case ignoresContextWhenSettled
  }

  struct Context {
    let context: any APlusReference.Context
    let identity: any APlusReference.Context
  }

  static let contextKinds: Set<APlusAdapter.ContextKind> = [.serial]

  private let base = ReferenceAdapter()
  private let kind: Kind
  private let pair: [any APlusReference.Context]
  private let made = Counter()

  init() { self.init(.none) }

  init(_ kind: Kind) {
    self.kind = kind
    pair = [base.makeContext(.serial), base.makeContext(.serial)]
  }

  var driver: Driver { base.driver }

  func makeDeferred() -> (Promise<Token>, Deferred<Token>) { base.makeDeferred() }

  func fulfill(_ deferred: Deferred<Token>, with value: Token) { base.fulfill(deferred, with: value) }

  func reject(_ deferred: Deferred<Token>, with reason: Reason) { base.reject(deferred, with: reason) }

  func then(_ promise: Promise<Token>, _ handlers: Handlers<Promise<Token>>) -> Promise<Token> {
    base.then(promise, handlers)
  }

  func makeContext(_ kind: APlusAdapter.ContextKind) -> Context {
    let place = made.next() % 2
    let isSwapped = self.kind == .swapsIdentities
    return Context(context: pair[place], identity: pair[isSwapped ? 1 - place : place])
  }

  func then(_ promise: Promise<Token>, _ handlers: Handlers<Promise<Token>>, on context: Context) -> Promise<Token> {
    switch kind {
    case .claimsWithoutContexts, .ignoresContext: base.then(promise, handlers)
    case .ignoresContextWhenSettled where promise.status != .pending: base.then(promise, handlers)
    case .none, .swapsIdentities, .ignoresContextWhenSettled: base.then(promise, handlers, on: context.context)
    }
  }

  func identity(of context: Context) -> ObjectIdentifier { base.identity(of: context.identity) }

  var currentContext: ObjectIdentifier? { kind == .claimsWithoutContexts ? nil : base.currentContext }
}

/// Numbers from 0.
private final class Counter: Sendable {
  private let value = Mutex(0)

  func next() -> Int {
    value.withLock { value in
      defer { value += 1 }
      return value
    }
  }
}
