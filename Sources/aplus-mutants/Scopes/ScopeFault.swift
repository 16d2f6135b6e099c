/// A fault of a scope.
package enum ScopeFault: String, CaseIterable, Sendable {
  case cancelsAgain = "cancels-again"
  case walksTwice = "walks-twice"
  case missesLast = "misses-the-last-item"
  case stopsAtMany = "stops-at-the-sixteenth-item"
  case forgetsLateItems = "forgets-late-items"
  case startsLateWork = "starts-late-work"
  case forgetsWork = "forgets-the-second-work"
  case completedStay = "completed-items-stay"
  case completionEmpties = "completion-empties-the-scope"
  case holdsStrongly = "holds-strongly"
  case keepsCompleted = "keeps-an-item-completed-before"
  case countsCompleted = "counts-completed-items"
  case releaseForgets = "release-forgets"
  case cancelStaysOutside = "cancel-stays-outside"
  case cancelStopsBelow = "cancel-stops-one-scope-down"
  case cancelGoesUp = "cancel-goes-up"
  case cancelGoesSideways = "cancel-goes-sideways"
  case addsToCaller = "adds-to-the-scope-of-the-caller"
  case missesItemsOfCancel = "misses-items-added-meanwhile"
  case missesRacingItems = "misses-racing-items"
  case notifiesAgain = "notifies-again"
  case notifiesFirst = "notifies-one-callback"
  case notifiesNoLate = "notifies-no-late-callback"
  case notifiesAfter = "notifies-after-items"
  case notifiesEmptied = "notifies-when-emptied"
  case spares = "failure-spares-siblings"
  case swallowsFailure = "swallows-a-failure"
  case cancelsAnyway = "failure-cancels-spared-siblings"
  case endsEarly = "ends-before-its-items"
  case waitsForFirst = "waits-for-one-item"
  case neverEnds = "cancelled-scope-never-ends"
  case cancelAbandons = "cancelled-scope-abandons-an-item"
  case failureAbandons = "failed-scope-abandons-an-item"
  case lingeringKeepsOpen = "item-that-goes-on-keeps-the-scope-open"
  case innerUnaware = "inner-scope-misses-the-cancel"
  case innerSwallows = "inner-scope-swallows-the-cancel"
  case failureSwallows = "failure-swallows-the-cancel"
  case ownCancelSwallows = "own-cancel-swallows-the-cancel"

  /// What is wrong, in one sentence.
  package var sentence: String {
    switch self {
    case .cancelsAgain: "Each cancel of a scope reaches its items again."
    case .walksTwice: "A cancel that comes while another is at work reaches the items again."
    case .missesLast: "A cancel misses the item that was added last."
    case .stopsAtMany: "A cancel stops at the sixteenth item."
    case .forgetsLateItems: "An item that is added to a cancelled scope is not cancelled."
    case .startsLateWork: "Work that is started in a cancelled scope begins."
    case .forgetsWork: "The second work that is started in a scope does not begin."
    case .completedStay: "An item that has completed stays in its scope."
    case .completionEmpties: "An item that completes takes all others out of the scope."
    case .holdsStrongly: "A scope holds its items strongly."
    case .keepsCompleted: "A scope keeps an item that had completed before it was added."
    case .countsCompleted: "A scope says that it holds an item as long as it has ever had one."
    case .releaseForgets: "The release of a scope does not cancel its items."
    case .cancelStaysOutside: "A cancel does not reach the scopes inside."
    case .cancelStopsBelow: "A cancel reaches the scopes inside, but none inside those."
    case .cancelGoesUp: "A cancel reaches the scope around."
    case .cancelGoesSideways: "A cancel of an inner scope reaches the scopes beside it."
    case .addsToCaller: "What work of an inner scope adds to the outer one is added to the inner one."
    case .missesItemsOfCancel: "An item that is added while the scope is cancelled is not cancelled."
    case .missesRacingItems: "An item that another thread adds just when the scope is cancelled is not cancelled."
    case .notifiesAgain: "Completion callbacks run at each cancel."
    case .notifiesFirst: "Only the first completion callback runs."
    case .notifiesNoLate: "A completion callback that is added to a cancelled scope never runs."
    case .notifiesAfter: "Completion callbacks run after the items are cancelled, though the library declares before."
    case .notifiesEmptied: "Completion callbacks run when the last item completes."
    case .spares: "A failure does not cancel the other items, though the library declares that it does."
    case .swallowsFailure: "A scope whose item failed ends as if nothing had."
    case .cancelsAnyway: "A failure cancels the other items, though the library declares that it does not."
    case .endsEarly: "A scope ends with its body, and does not wait for its items."
    case .waitsForFirst: "A scope ends as soon as one of its items has."
    case .neverEnds: "A scope that was cancelled never ends."
    case .cancelAbandons: "A scope that was cancelled does not wait for an item that goes on."
    case .failureAbandons: "A scope of which an item failed does not wait for one that goes on."
    case .lingeringKeepsOpen: "While an item goes on after a cancel, what is added to the scope is not cancelled."
    case .innerUnaware: "A cancel does not reach the items of a structured scope inside."
    case .innerSwallows: "The code after an inner scope does not learn of the cancel around it."
    case .failureSwallows: "The code after an inner scope whose item failed does not learn of the cancel around it."
    case .ownCancelSwallows:
      "The code after an inner scope that was cancelled first does not learn of the cancel around it."
    }
  }

  /// Whether it is a fault of structured scopes.
  package var isStructured: Bool {
    switch self {
    case .spares, .swallowsFailure, .cancelsAnyway, .endsEarly, .waitsForFirst, .neverEnds, .cancelAbandons,
      .failureAbandons, .lingeringKeepsOpen, .innerUnaware, .innerSwallows, .failureSwallows, .ownCancelSwallows:
      true
    default: false
    }
  }
}
