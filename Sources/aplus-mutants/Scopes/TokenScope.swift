import Synchronization

/// A scope that holds its items weakly: right unless it has a fault.
///
/// What is due to others, such as the cancel of an item, is done without the lock.
final class TokenScope: Sendable {
  /// An item, which leaves its scope when it completes.
  final class Item: Sendable {
    private let cancelled: @Sendable () -> Void
    /// What takes the item out of its scope, or of what stands for that in the faulty ones.
    private let state = Mutex<(hasCompleted: Bool, leave: (@Sendable () -> Void)?)>((false, nil))

    init(_ cancelled: @escaping @Sendable () -> Void) { self.cancelled = cancelled }

    fileprivate var hasCompleted: Bool { state.withLock { $0.hasCompleted } }

    fileprivate func cancel() { cancelled() }

    func complete() {
      let leave = state.withLock { state in
        state.hasCompleted = true
        return state.leave
      }
      leave?()
    }

    fileprivate func whenCompleted(_ leave: @escaping @Sendable () -> Void) { state.withLock { $0.leave = leave } }
  }

  /// An item or a scope inside.
  private enum Member {
    case item(Weak<Item>)
    case held(Item)
    case scope(Weak<TokenScope>)
  }

  private final class Weak<Object: AnyObject & Sendable>: Sendable {
    weak let object: Object?

    init(_ object: Object) { self.object = object }
  }

  private struct State {
    /// In the order in which they came.
    var members: [(number: Int, member: Member)] = []
    var numbers = 0
    var works = 0
    var callbacks: [@Sendable () -> Void] = []
    var isCancelled = false
    /// Whether the first cancel still goes on.
    var isCancelling = false
  }

  /// The scope whose work runs.
  @TaskLocal private static var caller: TokenScope?

  private let fault: ScopeFault?
  private let notifiesAfter: Bool
  private let outer: Weak<TokenScope>?
  private let state = Mutex(State())

  init(inside outer: TokenScope?, notifiesAfter: Bool, _ fault: ScopeFault?) {
    self.fault = fault
    self.notifiesAfter = notifiesAfter || fault == .notifiesAfter
    self.outer = outer.map { Weak($0) }
    outer?.add(self)
  }

  deinit { if fault != .releaseForgets { cancel() } }

  // MARK: Members

  func add(_ item: Item) {
    if fault == .addsToCaller, let caller = Self.caller, caller.outer?.object === self { return caller.add(item) }
    if item.hasCompleted, fault != .keepsCompleted { return }
    let number = insert(fault == .holdsStrongly ? .held(item) : .item(Weak(item)))
    guard let number else {
      if fault != .forgetsLateItems { item.cancel() }
      return
    }
    item.whenCompleted { [weak self] in self?.remove(number) }
  }

  private func add(_ inner: TokenScope) { if insert(.scope(Weak(inner))) == nil { inner.cancel() } }

  /// Takes a member in; returns nil if the scope is cancelled.
  private func insert(_ member: Member) -> Int? {
    if fault == .missesRacingItems {
      // It looks first, and takes the member in when that may be too late.
      guard !state.withLock({ $0.isCancelled }) else { return nil }
      for _ in 0..<500 { _ = isEmpty }
    }
    return state.withLock { state in
      let isOpen = !state.isCancelled || state.isCancelling && fault == .missesItemsOfCancel
      guard isOpen || fault == .missesRacingItems else { return nil }
      state.numbers += 1
      state.members.append((state.numbers, member))
      return state.numbers
    }
  }

  private func remove(_ number: Int) {
    if fault == .completedStay { return }
    let callbacks = state.withLock { state -> [@Sendable () -> Void] in
      if fault == .completionEmpties { state.members = [] } else { state.members.removeAll { $0.number == number } }
      guard state.members.isEmpty, fault == .notifiesEmptied else { return [] }
      defer { state.callbacks = [] }
      return state.callbacks
    }
    for callback in callbacks { callback() }
  }

  var isEmpty: Bool {
    state.withLock { state in fault == .countsCompleted ? state.numbers == 0 : state.members.isEmpty }
  }

  // MARK: Work and callbacks

  func launch(_ work: () -> Void) {
    let begins = state.withLock { state in
      state.works += 1
      if fault == .forgetsWork, state.works == 2 { return false }
      return !state.isCancelled || fault == .startsLateWork
    }
    if begins { Self.$caller.withValue(self) { work() } }
  }

  func notify(_ callback: @escaping @Sendable () -> Void) {
    let isLate = state.withLock { state in
      if !state.isCancelled || fault == .notifiesNoLate { state.callbacks.append(callback) }
      return state.isCancelled
    }
    if isLate, fault != .notifiesNoLate { callback() }
  }

  // MARK: Cancelling

  func cancel() { cancel(depth: 0) }

  private func cancel(depth: Int) {
    let (members, callbacks) = state.withLock { state -> ([Member], [@Sendable () -> Void]) in
      let walksAgain = state.isCancelled && (fault == .cancelsAgain || fault == .walksTwice && state.isCancelling)
      let callbacks = !state.isCancelled || fault == .notifiesAgain ? state.callbacks : []
      guard !state.isCancelled || walksAgain else { return ([], callbacks) }
      if walksAgain { state.isCancelling = false } else { state.isCancelling = true }
      state.isCancelled = true
      let members = state.members.map(\.member)
      if fault != .cancelsAgain, fault != .walksTwice { state.members = [] }
      if fault != .notifiesAgain { state.callbacks = [] }
      return (members, callbacks)
    }
    if !notifiesAfter { run(callbacks) }
    for member in reached(members) { reach(member, depth) }
    if notifiesAfter { run(callbacks) }
    state.withLock { $0.isCancelling = false }
    spread()
  }

  private func run(_ callbacks: [@Sendable () -> Void]) {
    for callback in fault == .notifiesFirst ? callbacks.prefix(1) : callbacks[...] { callback() }
  }

  private func reached(_ members: [Member]) -> ArraySlice<Member> {
    switch fault {
    case .missesLast: members.dropLast()
    case .stopsAtMany: members.prefix(15)
    default: members[...]
    }
  }

  private func reach(_ member: Member, _ depth: Int) {
    switch member {
    case .item(let item): item.object?.cancel()
    case .held(let item): item.cancel()
    case .scope(let inner):
      if fault == .cancelStaysOutside || fault == .cancelStopsBelow && depth > 0 { return }
      inner.object?.cancel(depth: depth + 1)
    }
  }

  /// Carries a cancel to where it does not belong.
  private func spread() {
    guard let outer = outer?.object else { return }
    switch fault {
    case .cancelGoesUp: outer.cancel()
    case .cancelGoesSideways:
      let members = outer.state.withLock { $0.members }
      for case (_, .scope(let beside)) in members where beside.object !== self { beside.object?.cancelAlone() }
    default: break
    }
  }

  /// Cancels the scope, and carries that no further.
  private func cancelAlone() {
    let members = state.withLock { state in
      defer {
        state.isCancelled = true
        state.members = []
      }
      return state.members
    }
    for case (_, .item(let item)) in members { item.object?.cancel() }
  }
}
