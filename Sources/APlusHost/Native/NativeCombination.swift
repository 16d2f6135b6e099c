import APlusAdapter
import CHost

extension NativeAdapter: CombiningAdapter {
  /// All combinators that a table may claim; the capabilities list those that this table does claim.
  static var combinators: Set<Combinator> {
    [.all, .allSettled, .any, .delay, .finally, .race, .recover, .retry, .sequence, .timeout, .try, .zip]
  }

  func combine(_ combination: Combination<NativePromise>) -> NativePromise {
    let registration = combination.code.map { NativeRegistration($0, tokens) }
    let members = unsafe combination.members.map { member in unsafe member.withPointer { unsafe Optional($0) } }
    let pointer = unsafe withExtendedLifetime(combination.members) {
      unsafe combination.combinator.name.withCString { kind in
        unsafe members.withUnsafeBufferPointer { members in
          var given = unsafe aplus_combination(
            kind: kind, members: members.baseAddress, count: UInt64(members.count),
            milliseconds: UInt64(combination.milliseconds), times: UInt64(combination.times),
            call: registration.flatMap { unsafe $0.onFulfilled ?? $0.onRejected }, context: registration?.makeContext(),
            drop: registration == nil ? nil : NativeRegistration.drop,
            list: { values, count in
              let numbers = unsafe UnsafeBufferPointer(start: values, count: Int(count))
              return unsafe NativeTokens.shared.number(ofList: numbers)
            })
          return unsafe module.table.combine(&given)
        }
      }
    }
    return unsafe NativePromise(owning: pointer, of: module)
  }
}

extension Combination {
  /// The function that the combinator calls, as handlers of which only one is there; nil where it calls none.
  fileprivate var code: Handlers<Subject>? {
    switch task {
    case .value(let task)?: return .values({ _ in try task() }, nil)
    case .promise(let task)?: return .promises({ _ in try task() }, nil)
    case nil: break
    }
    if let cleanup {
      return .values(
        { _ in
          try cleanup()
          return .nothing
        }, nil)
    }
    switch handlers {
    case .values(nil, nil), .promises(nil, nil): return nil
    default: return handlers
    }
  }
}
