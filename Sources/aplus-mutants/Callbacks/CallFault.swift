/// A fault of a service whose functions take completion handlers.
package enum CallFault: String, CaseIterable, Sendable {
  case finishesTwice = "calls-handler-twice"
  case failsTwice = "reports-errors-twice"
  case losesEmpty = "loses-handler-of-empty-call"
  case losesInvalid = "loses-handler-of-invalid-call"
  case losesClosed = "loses-handler-after-shutdown"
  case cachedAtOnce = "cached-at-once"
  case emptyAtOnce = "empty-at-once"
  case cachedLater = "at-once-but-cached-later"
  case invalidAtOnce = "invalid-at-once"
  case closedAtOnce = "closed-at-once"
  case invalidLater = "at-once-but-invalid-later"
  case givesBoth = "gives-value-beside-error"
  case givesNeither = "gives-neither-on-error"
  case callsBoth = "calls-both-of-a-pair"
  case passesThrowToHandler = "passes-throw-to-handler"
  case swallowsThrows = "swallows-throws"
  case reportsThrows = "reports-swallowed-throws"
  case holdsLock = "holds-lock-in-handler"
  case holdsLockOnError = "holds-lock-in-handler-on-error"
  case ignoresContext = "ignores-context"
  case errorsIgnoreContext = "errors-ignore-context"
  case ignoresCancel = "ignores-cancel"
  case cancelIsSilent = "cancel-loses-handler"
  case silentStillReports = "silent-cancel-reports"
  case reportsBeforeSilence = "finished-call-is-not-silenced"
  case cancelKeepsHandler = "cancel-keeps-handler"
  case cancelRaces = "cancel-and-end-both-call"
  case forgetsEarlyCancel = "forgets-early-cancel"
  case keepsHandlers = "handlers-are-retained"
  case sharesResult = "calls-share-a-result"
  case swapsResults = "results-are-swapped"
  case lastFirst = "last-finished-first"
  case errorsOvertake = "errors-overtake"
  case sequenceStartsAll = "sequence-starts-all"
  case sequenceGoesOn = "sequence-goes-on-after-error"
  case takesSecondAnswer = "sequence-takes-second-answer"
  case sequenceOfNothingHangs = "sequence-of-nothing-hangs"
  case oneCallAtATime = "one-call-at-a-time"

  /// What is wrong, in one sentence.
  package var sentence: String {
    switch self {
    case .finishesTwice: "The handler is called twice."
    case .failsTwice: "The handler is called twice with an error."
    case .losesEmpty: "A call with nothing to do returns early and forgets its handler."
    case .losesInvalid: "A call with a bad argument returns early and forgets its handler."
    case .losesClosed: "A call after the shutdown returns early and forgets its handler."
    case .cachedAtOnce: "A cached value is given inside the call, all others later."
    case .emptyAtOnce: "A call with nothing to do calls its handler inside the call, all others later."
    case .cachedLater: "All handlers are called at once, except with a cached value."
    case .invalidAtOnce: "A bad argument is reported inside the call, all other errors later."
    case .closedAtOnce: "After the shutdown the error is reported inside the call, all other errors later."
    case .invalidLater: "All errors are reported at once, except that of a bad argument."
    case .givesBoth: "The handler gets an empty value beside the error."
    case .givesNeither: "The handler gets neither a value nor the error."
    case .callsBoth: "Both handlers of a pair are called."
    case .passesThrowToHandler: "What the handler throws is passed to the handler."
    case .swallowsThrows: "What the handler throws is lost, though the service declares that it is reported."
    case .reportsThrows: "What the handler throws is reported, though the service declares that it is swallowed."
    case .holdsLock: "The handler is called under the lock of the service."
    case .holdsLockOnError: "The handler is called with errors under the lock of the service."
    case .ignoresContext: "The handler is called on the queue of the service, whatever context it was given."
    case .errorsIgnoreContext:
      "Errors are reported on the queue of the service, whatever context the handler was given."
    case .ignoresCancel: "A cancel does nothing, though the service declares otherwise."
    case .cancelIsSilent: "A cancelled call never calls its handler, though it declares to report the cancellation."
    case .silentStillReports: "A cancelled call reports the cancellation, though it declares to be silent."
    case .reportsBeforeSilence: "A call that was finished before the cancel calls its handler after it."
    case .cancelKeepsHandler: "A cancelled call reports the cancellation and its result."
    case .cancelRaces: "A cancel looks at the handler and takes it in two steps, and so does the end of the call."
    case .forgetsEarlyCancel: "A call that was cancelled before it started runs and gives its result."
    case .keepsHandlers: "The service keeps each handler for ever."
    case .sharesResult: "Calls keep their result in one place, where the next call overwrites it."
    case .swapsResults: "Each call gets the value of the one that was finished before it."
    case .lastFirst: "Of handlers that wait, the last is called first."
    case .errorsOvertake: "A failure overtakes a success that came first."
    case .sequenceStartsAll: "A sequence starts all tasks at once."
    case .sequenceGoesOn: "A sequence goes on after an error."
    case .takesSecondAnswer: "A task of a sequence that answers again is taken for the next one."
    case .sequenceOfNothingHangs: "A sequence of no tasks never calls its handler."
    case .oneCallAtATime: "A new call takes the place of the handler of the one that waits."
    }
  }

  /// The style of the service in which the fault shows.
  var style: CallService.Style {
    switch self {
    case .cachedLater, .invalidLater: .atOnce
    case .reportsThrows, .silentStillReports, .reportsBeforeSilence: .silent
    case .callsBoth: .pair
    default: .later
    }
  }
}
