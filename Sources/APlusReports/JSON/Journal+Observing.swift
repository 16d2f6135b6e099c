package import APlusModel

extension Journal: RunObserver {
  /// Writes what is new about an adapter and its cases.
  package func observe(_ event: RunEvent, of adapter: String) {
    switch event {
    case .identified(let news): note(news)
    case .recorded(let result): note(result, of: adapter)
    case .began, .performing, .traced, .performed, .warned, .noted: break
    }
  }
}
