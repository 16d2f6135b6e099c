/// A fault in the way in which a library lets tasks await its promises.
package enum AwaitFault: String, CaseIterable, Sendable {
  case forgetsValue = "value-is-forgotten"
  case rejectionIsValue = "rejection-becomes-value"
  case resumesTwice = "resumes-twice"
  case keepsOneAwaiter = "keeps-only-last-awaiter"
  case losesRejected = "loses-awaiter-on-rejection"
  case losesCancelled = "loses-awaiter-of-cancelled-promise"
  case resumesEarly = "resumes-before-settlement"
  case resumesInside = "resumes-inside-settle"
  case holdsLock = "holds-lock-while-resuming"
  case blocksThread = "blocks-a-thread"
  case waitsForEvent = "waits-for-the-next-settlement"
  case ignoresCancel = "ignores-cancel"
  case cancelReachesPromise = "cancel-reaches-promise"
  case cancelEndsAll = "cancel-ends-all-awaits"
  case forgetsEarlyCancel = "forgets-early-cancel"
  case limitNeverComes = "limit-never-comes"
  case limitReachesPromise = "limit-rejects-promise"
  case limitEndsAll = "limit-ends-all-awaits"
  case sharesTimer = "limits-share-a-timer"
  case awaitsOnce = "second-await-of-a-task-hangs"
  case wakesInTurn = "cancel-takes-the-wake-up"
  case wakesOne = "get-wakes-one-thread"
  case waitEndsEarly = "get-returns-before-settlement"
  case waitWrapsError = "get-wraps-the-error"
  case missesSettlement = "get-misses-a-settlement"
  case waitRejects = "get-limit-rejects-promise"
  case lateWaiterTakesTurn = "get-limit-takes-the-wake-up"

  /// Whether it is a fault of a getter that blocks a thread.
  var blocks: Bool { rawValue.hasPrefix("get-") }

  /// What is wrong, in one sentence.
  package var sentence: String {
    switch self {
    case .forgetsValue: "An await ends, but without the value."
    case .rejectionIsValue: "An await of a rejected promise ends without an error."
    case .resumesTwice: "A task is resumed twice."
    case .keepsOneAwaiter: "A promise has room for one task; a new one takes the place of the one that waits."
    case .losesRejected: "A rejection resumes no task."
    case .losesCancelled: "A promise that is cancelled forgets who waits for it."
    case .resumesEarly: "An await does not wait for the settlement."
    case .resumesInside: "A task is resumed inside the call that settles, though the library declares otherwise."
    case .holdsLock: "A task is resumed under the lock of the library."
    case .blocksThread: "An await blocks its thread until the promise is settled."
    case .waitsForEvent: "An await of a settled promise waits for the next settlement."
    case .ignoresCancel: "The cancellation of a task does nothing to its await, though the library declares otherwise."
    case .cancelReachesPromise: "The cancellation of a task cancels the promise that it awaits."
    case .cancelEndsAll: "The cancellation of a task ends the awaits of all tasks that wait for the same promise."
    case .forgetsEarlyCancel: "A cancellation that comes before the await is forgotten."
    case .limitNeverComes: "A time limit has no effect."
    case .limitReachesPromise: "A time limit rejects the promise."
    case .limitEndsAll: "A time limit ends the awaits of all tasks that wait for the same promise."
    case .sharesTimer:
      "A promise has one timer for the time limits of all awaits: the first limit that ends stops the others."
    case .awaitsOnce: "The second await of a task waits for ever."
    case .wakesInTurn: "Each task that is resumed resumes the next one, but not one that is cancelled meanwhile."
    case .wakesOne: "Of the threads that a promise blocks, its settlement wakes only one."
    case .waitEndsEarly: "A getter that blocks returns before the settlement."
    case .waitWrapsError: "A getter that blocks throws the reason inside another error."
    case .missesSettlement: "A settlement is missed that comes after the getter has looked, and before it blocks."
    case .waitRejects: "A getter whose time limit passes rejects the promise."
    case .lateWaiterTakesTurn: "Each thread that is woken wakes the next one, but not one whose time limit has passed."
    }
  }
}
