import ArgumentParser

/// `aplus-check fuzz`: looks for violations with generated programs.
struct FuzzCommand: StatusCommand {
  static let configuration = CommandConfiguration(
    commandName: "fuzz", abstract: "Checks an adapter with generated programs.",
    discussion: """
      Generates valid programs within the adapter's capabilities, small ones first, and judges \
      their traces by the laws. The first program of each kind of failure is shrunk until no \
      smaller one fails in the same way. The same seed gives the same programs on every machine.
      """)

  @OptionGroup var arguments: FuzzArguments

  func status() async throws -> CommandStatus {
    try arguments.check()
    return try await Fuzzing(arguments).status()
  }
}
