/// What is started as a host or as a build step: a program, its arguments and its surroundings.
package struct HostCommand: Sendable, Hashable {
  /// A path, or a name to be looked up in `PATH`; a relative path counts from the directory.
  package var executable: String
  package var arguments: [String]
  /// The working directory; nil is that of the runner.
  package var directory: String?
  /// All variables that the process gets.
  package var environment: [String: String]

  package init(
    executable: String,
    arguments: [String],
    directory: String? = nil,
    environment: [String: String]
  ) {
    self.executable = executable
    self.arguments = arguments
    self.directory = directory
    self.environment = environment
  }
}
