/// What is done to the arguments before they are parsed.
enum ArgumentList {
  /// Gives `--fail-fast` without a number the number 1; the parser has no options with optional values.
  static func completed(_ arguments: [String]) -> [String] {
    let end = arguments.firstIndex(of: "--") ?? arguments.endIndex
    return arguments[..<end].map { $0 == "--fail-fast" ? "--fail-fast=1" : $0 }
      + arguments[end...]
  }
}
