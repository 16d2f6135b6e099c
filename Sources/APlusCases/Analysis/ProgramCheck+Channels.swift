import APlusJSON
import APlusModel

/// Checks of calls about channels.
extension ProgramCheck {
  /// Reports what a call about channels lacks, or has too much; returns whether it is one.
  func checkChannel(_ start: CallStart, ofStep id: Int) -> Bool {
    guard let word = start.channelWord else { return false }
    func report(_ found: String, _ expected: String, at key: String) {
      diagnostics.report(
        "found \(found), expected \(expected): \"\(word.rawValue)\"", at: decoded.place(ofStep: id, key))
    }
    for name in start.members where program.channelWord(of: name)?.isKind != true {
      report("\"\(name)\"", "the name of a channel", at: "of")
    }
    if word.isKind {
      if !start.members.isEmpty { report("\"of\"", "none where a channel is made", at: "of") }
    } else if start.members.count != 1 {
      report("\(start.members.count) channels", "one in \"of\"", at: "start")
    }
    switch (word, start.value) {
    case (.bounded, .scalar(.integer(1...))?): break
    case (.bounded, _): report("no number of elements", "one from 1 in \"with\"", at: "start")
    case (.send, nil), (.offer, nil): report("no \"with\"", "the element", at: "start")
    case (.send, _), (.offer, _), (_, nil): break
    case (_, _?): report("\"with\"", "none", at: "with")
    }
    if start.context != nil { report("\"on\"", "none", at: "on") }
    return true
  }
}

extension Program {
  /// What a step about channels needs; nil for other steps.
  func capabilities(ofChannelStep step: Step) -> [Capability]? {
    switch step.action {
    case .start(let start): start.channelWord.map { [ChannelProfile.channels, ChannelProfile.word($0)] }
    case .settle(_, let name, _): isAboutCall(step) && channelWord(of: name) != nil ? [ChannelProfile.fail] : nil
    case .cancel(let name, _):
      isAboutCall(step)
        ? channelWord(of: name).map { [$0.isKind ? ChannelProfile.cancel : ChannelProfile.cancelWaiting] } : nil
    default: nil
    }
  }
}
