import APlusSpec

/// The functions of a program, by name.
struct FunctionTable {
  private let functions: [String: Function]
  /// The one that was asked for last: most calls are of the function that was called before.
  private var last: (name: String, function: Function)?

  init(_ program: Program) {
    functions = program.functions
  }

  /// The function with a name.
  subscript(name: String) -> Function? {
    mutating get {
      if let last, last.name == name { return last.function }
      guard let function = functions[name] else { return nil }
      last = (name, function)
      return function
    }
  }
}
