import APlusModel
import CHost

/// A shared library with an adapter, open until the process ends.
@safe struct NativeModule: @unchecked Sendable {
  // SAFETY: the table is not changed, and its functions may be called from any thread.
  let table: aplus_adapter_v1
  let name: String
  let library: String
  let version: String
  let capabilities: [Capability]

  /// Whether null may stand for a promise: where a call threw, and for what `then` returns.
  let mayGiveNothing: Bool

  /// Whether it is a library of channels.
  var hasChannels: Bool { capabilities.provide(ChannelProfile.channels) }

  /// Whether it says when the library has released a handler.
  var reportsReleases: Bool { capabilities.contains { $0.name == "collect" } }

  /// What no function of a table can do; one without a detail stands for all of its details.
  private static let inexpressible: Set<Capability> = [
    Capability("accessors"), Capability("any-member"), Capability("combinators", detail: "executor"),
    Capability("kinds"), Capability("nonfunctions"), Capability("prototypes"), Capability("receiver"),
    Capability("thenables"), Capability("collect", detail: "promises"),
  ]

  /// Why a shared library is not an adapter.
  struct Failure: Error, CustomStringConvertible { let description: String }

  /// Opens a shared library: a file, even where its name has no folder, by which the loader would search the
  /// folders of the system.
  init(_ name: String) throws(Failure) {
    let path = name.contains("/") ? name : "./" + name
    var message = [CChar](repeating: 0, count: 1024)
    let count = message.count
    var table = unsafe aplus_adapter_v1()
    guard unsafe aplus_native_open(path, &table, &message, count) == 1 else {
      let bytes = message.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
      throw Failure(description: String(decoding: bytes, as: UTF8.self))
    }
    unsafe self.table = table
    unsafe self.name = String(cString: table.name)
    unsafe library = String(cString: table.library)
    unsafe version = String(cString: table.version)
    let words = unsafe String(cString: table.capabilities)
    var capabilities = words.split(separator: " ").flatMap { Capability.parse(String($0)) }
    for capability in capabilities {
      guard capability.isKnown else {
        throw Failure(description: "\(path): \"\(capability)\" is not a capability\(capability.suggestion)")
      }
      guard Self.inexpressible.isDisjoint(with: [capability, Capability(capability.name)]) else {
        throw Failure(
          description: "\(path): the table claims \"\(capability)\", which the C interface cannot"
            + " express; remove the claim")
      }
    }
    let promiseFunctions = unsafe [
      table.make != nil, table.fulfill != nil, table.reject != nil, table.then != nil, table.retain != nil,
      table.release != nil,
    ]
    unsafe try Self.checkCalls(table, &capabilities, path)
    unsafe try Self.checkChannels(table, &capabilities, path)
    let hasPromises = Capability.withSubject(capabilities).provide(.promises) || promiseFunctions.contains(true)
    guard promiseFunctions.allSatisfy({ $0 == hasPromises }) else {
      throw Failure(
        description: "\(path): the table lacks a function of promises; set make, fulfill, reject, then, retain and"
          + " release, or none of them and claim another subject, such as \"callbacks\"")
    }
    if hasPromises, !capabilities.contains(.promises) { capabilities.append(.promises) }
    let optionalFunctions = unsafe [
      ("ready-made", "make_fulfilled or make_rejected", table.make_fulfilled != nil && table.make_rejected != nil),
      ("adopting-resolve", "resolve", table.resolve != nil), ("drain", "drain", table.drain != nil),
    ]
    for (word, functions, isPresent) in optionalFunctions {
      let isClaimed = capabilities.contains { $0.name == word }
      guard isPresent || !isClaimed else {
        throw Failure(
          description: "\(path): the table claims \"\(word)\", but its function \(functions) is"
            + " null; set the function, or remove the claim")
      }
      if isPresent, !isClaimed { capabilities.append(Capability(word)) }
    }
    let isCancelling = capabilities.contains { $0.name == "cancellation" }
    guard unsafe isCancelling == (table.cancel != nil) else {
      throw Failure(description: "\(path): the function cancel and its capability must come together")
    }
    let isAbandoning = capabilities.contains { $0.name == "abandon" }
    guard unsafe isAbandoning == (table.abandon != nil) else {
      throw Failure(description: "\(path): the function abandon and the claim abandon must come together")
    }
    let isCombining = capabilities.contains { $0.name == "combinators" }
    guard unsafe isCombining == (table.combine != nil) else {
      throw Failure(description: "\(path): the function combine and the claim combinators:NAME must come together")
    }
    let takesReasons = capabilities.contains(Capability("cancellation", detail: "reason"))
    guard unsafe takesReasons == (table.cancel_with != nil) else {
      throw Failure(
        description: "\(path): the function cancel_with and the claim cancellation:reason must come together")
    }
    var contextFunctions = unsafe [
      table.make_context != nil, table.release_context != nil, table.identity != nil, table.current_context != nil,
    ]
    if hasPromises { contextFunctions.append(unsafe table.then_on != nil) }
    let hasContexts = capabilities.contains { $0.name == "contexts" }
    guard contextFunctions.allSatisfy({ $0 == hasContexts }) else {
      throw Failure(
        description: "\(path): the \(hasPromises ? "five" : "four") functions of contexts and their capability"
          + " must come together")
    }
    mayGiveNothing = unsafe table.thrown != nil || capabilities.limits.contains(.nothingFromThen)
    // No function of the table reports whether a promise is gone.
    self.capabilities = capabilities.map {
      $0 == Capability("collect") ? Capability("collect", detail: "handlers") : $0
    }
  }

  /// Checks that the functions of calls with completion handlers, and of awaits, come with their claims.
  private static func checkCalls(_ table: aplus_adapter_v1, _ capabilities: inout [Capability], _ path: String)
    throws(Failure)
  {
    let kinds = Set(capabilities.filter { $0.name == "calls" }.compactMap(\.detail))
    let isCancelling = capabilities.contains { $0.name == "cancel" && $0.detail != "none" }
    let rows = unsafe [
      ("start", "calls:KIND", table.start != nil, !kinds.isEmpty),
      ("finish", "calls:open", table.finish != nil, kinds.contains("open")),
      ("cancel_call", "cancel:HOW", table.cancel_call != nil, isCancelling),
      ("wait", "await:blocking", table.wait != nil, capabilities.contains(AwaitProfile.blocking)),
      ("start_task", "await", table.start_task != nil, capabilities.provide(AwaitProfile.suspending)),
    ]
    for (function, claim, isPresent, isClaimed) in rows where isPresent != isClaimed {
      throw Failure(description: "\(path): the function \(function) and the claim \(claim) must come together")
    }
    let subject = Capability("callbacks")
    if !kinds.isEmpty, !capabilities.contains(subject) { capabilities.append(subject) }
  }

  /// Checks that the functions of channels come with their claims.
  private static func checkChannels(_ table: aplus_adapter_v1, _ capabilities: inout [Capability], _ path: String)
    throws(Failure)
  {
    let words = Set(capabilities.filter { $0.name == "channels" }.compactMap(\.detail))
    let hasKind = words.contains { ChannelWord(rawValue: $0)?.isKind == true }
    let rows = unsafe [
      ("make_channel", "KIND", table.make_channel != nil, hasKind),
      ("release_channel", "KIND", table.release_channel != nil, hasKind),
      ("receive", "KIND", table.receive != nil, hasKind), ("send", "send", table.send != nil, words.contains("send")),
      ("offer", "offer", table.offer != nil, words.contains("offer")),
      ("poll", "poll", table.poll != nil, words.contains("poll")),
      ("close_channel", "close", table.close_channel != nil, words.contains("close")),
      ("fail_channel", "fail", table.fail_channel != nil, words.contains("fail")),
      ("cancel_channel", "cancel", table.cancel_channel != nil, words.contains("cancel")),
      ("drop_sender", "drop-sender", table.drop_sender != nil, words.contains("drop-sender")),
      ("drop_receiver", "drop-receiver", table.drop_receiver != nil, words.contains("drop-receiver")),
    ]
    for (function, word, isPresent, isClaimed) in rows where isPresent != isClaimed {
      throw Failure(description: "\(path): the function \(function) and the claim channels:\(word) must come together")
    }
    guard hasKind else { return }
    // The host iterates with `receive`.
    capabilities += [ChannelProfile.channels, ChannelProfile.word(.receive), ChannelProfile.word(.iterate)].filter {
      !capabilities.contains($0)
    }
  }
}
