import APlusCases
import APlusJudge
import APlusModel
import APlusRunner
import TestSupport
import Testing

/// The kinds of a language find what no other case does: each fault shows with one of them.
@Suite("Kinds of languages", .serialized) struct LanguageKindTests {
  /// A fault of the library in `Kinds/LANGUAGE`, and a case that shows it.
  struct Fault: CustomTestStringConvertible, Sendable {
    let name: String
    let shownBy: String

    init(_ name: String, _ shownBy: String) {
      self.name = name
      self.shownBy = shownBy
    }

    var testDescription: String { name }
  }

  private static let library = ProjectSpecs.library

  private static let ruby = [
    Fault("value is compared", "E4-b.ruby-equal"), Fault("value is asked for its class", "E4-b.ruby-typeless"),
    Fault("value is asked whether it is nil", "E4-b.ruby-nil-like"), Fault("value is a key", "E4-b.ruby-unhashable"),
    Fault("value is destructured", "E4-b.ruby-array-like"), Fault("value is printed", "E4-b.ruby-unprintable"),
    Fault("handler is a Proc", "2.2.2.1-b.ruby-callable-object"), Fault("handler is negated", "2.2.2.1-b.ruby-negated"),
    Fault("handler says how many parameters it has", "2.2.3.1-b.ruby-callable-class"),
    Fault("handler is made a block", "2.2.3.1-b.ruby-callable-struct"),
    Fault("handler is called in a loop", "E4-f.ruby-stop-iteration"),
    Fault("reason is printed", "E4-f.ruby-unprintable-error"), Fault("reason is called", "E4-f.ruby-callable-error"),
    Fault("reason is a StandardError", "E4-i.ruby-not-implemented-error"),
    Fault("thenable is asked for methods of its own", "2.3.3.3-f.ruby-instance"),
  ]

  private static let python = [
    Fault("reason is tested", "2.3.3.3.2-a.false.sync.fulfilled"),
    Fault("reason is compared with None", "2.3.3.3.2-a.null.sync.fulfilled"),
  ]

  private static let perl = [
    Fault("exception is tested", "E4-j.perl-false-error"), Fault("exception is read twice", "E4-f.perl-clearing-error"),
    Fault("exception is matched", "E4-f.perl-unprintable-error"),
    Fault("exception is passed on", "E4-f.perl-propagating-error"),
    Fault("exception has no line end", "E4-f.perl-text-reason"),
    Fault("exception is an object or a text", "E4-f.perl-nameless-error"),
    Fault("reason is tested", "E4-j.perl-zero-error"), Fault("reason is called", "E4-f.perl-code-reason"),
    Fault("reason is a list", "E4-f.perl-array-reason"), Fault("value is compared", "E4-b.perl-equal"),
    Fault("value is tested", "E4-b.perl-zero-text"), Fault("value is printed", "E4-b.perl-unprintable"),
    Fault("value is a list", "E4-b.perl-pair"), Fault("value is dereferenced", "E4-b.perl-array-like"),
    Fault("value is called", "E4-b.perl-closure"), Fault("value has a key", "E4-b.perl-locked-hash"),
    Fault("value is a class", "E4-b.perl-class-name"), Fault("handler is code", "2.2.2.1-b.perl-blessed-code"),
    Fault("handler is code of any class", "2.2.2.1-b.perl-callable-object"),
    Fault("handler is tested", "2.2.2.1-b.perl-false"), Fault("handler is defined", "2.2.3.1-b.perl-autoloaded"),
    Fault("handler is asked for then", "2.2.3.1-b.perl-thenable-code"),
    Fault("handler gets the value itself", "2.2.2.1-b.perl-assigning"),
    Fault("thenable is tested", "2.3.3.3-f.perl-empty"), Fault("thenable is a hash", "2.3.3.3-f.perl-array"),
    Fault("thenable has a class with then", "2.3.3.3-f.perl-heir"),
    Fault("thenable has defined then", "2.3.3.3-f.perl-declared"),
  ]

  private static let java = [
    Fault("value is compared", "E4-e.java-equal"), Fault("value is a key", "E4-e.java-unhashable"),
    Fault("value is printed", "E4-e.java-unprintable"), Fault("optional is opened", "E4-e.java-empty-optional"),
    Fault("callable is called", "E4-e.java-callable"), Fault("array is spread", "E4-e.java-array"),
    Fault("resource is closed", "E4-e.java-closing"), Fault("error is thrown", "E4-h.java-assertion-error"),
    Fault("handler is compared", "2.2.2.1-b.java-equal"), Fault("handler is derived from", "2.2.2.1-b.java-alone"),
    Fault("runnable is run", "2.2.3.1-b.java-several"), Fault("exceptions are caught", "E4-f.java-assertion-error"),
    Fault("runtime exceptions are caught", "E4-f.java-io-exception"),
    Fault("cause is the reason", "E4-f.java-completion-exception"),
    Fault("cancellation is anew", "E4-f.java-cancellation-exception"),
    Fault("reason is printed", "E4-f.java-unprintable-error"), Fault("stack is cut", "E4-f.java-unreadable-error"),
    Fault("errors leave", "E4-i.java-out-of-memory"),
  ]

  private static let php = [
    Fault("value is compared", "E4-b.php-text-like"), Fault("value is asked for its truth", "E4-b.php-zero-text"),
    Fault("value is called", "E4-b.php-method"), Fault("closure is called", "E4-b.php-closure"),
    Fault("value is a number", "E4-b.php-number-text"), Fault("value is trimmed", "E4-b.php-blank-text"),
    Fault("value is counted", "E4-b.php-empty"), Fault("value is traversed", "E4-b.php-generator"),
    Fault("value is destructured", "E4-b.php-array-like"), Fault("array is numbered anew", "E4-b.php-gapped-array"),
    Fault("date is cloned", "E4-b.php-date"), Fault("enum is its value", "E4-b.php-backed-enum"),
    Fault("value is copied", "E4-b.php-unserializable"), Fault("value is printed", "E4-b.php-unprintable"),
    Fault("class is asked for then", "E4-b.php-thenable-class-name"),
    Fault("value is asked for a property", "E4-b.php-unreadable"), Fault("property is then", "E4-b.php-then-property"),
    Fault("handler is a Closure", "2.2.2.1-b.php-invokable"),
    Fault("handler is an object", "2.2.2.1-b.php-class-method"),
    Fault("handler is no text", "2.2.3.1-b.php-function-name"),
    Fault("handler has a method", "2.2.2.1-b.php-magic-method"), Fault("handler is counted", "2.2.2.1-b.php-empty"),
    Fault("handler is no thenable", "2.2.2.1-b.php-invokable-thenable"),
    Fault("handler says how many parameters it has", "2.2.3.1-b.php-without-parameters"),
    Fault("handler gets a second argument", "2.2.2.1-b.php-built-in"),
    Fault("handler gets a named argument", "2.2.2.1-b.php-arrow"),
    Fault("handler gets the value itself", "2.2.2.1-b.php-assigned-reference"),
    Fault("exceptions are caught", "E4-f.php-type-error"), Fault("reason is printed", "E4-f.php-unprintable-error"),
    Fault("reason is called", "E4-f.php-callable-error"), Fault("reason is wrapped", "E4-f.php-text-code-error"),
    Fault("cause is the reason", "E4-f.php-caused-error"), Fault("thenable has then of its own", "2.3.3.3-f.php-heir"),
    Fault("methods are listed", "2.3.3.3-f.php-upper-case"), Fault("thenable is no exception", "2.3.3.3-f.php-error"),
    Fault("thenable is an object of a class", "2.3.3.3-f.php-enum"),
    Fault("then is no static method", "2.3.3.3-f.php-static"),
    Fault("then takes two parameters", "2.3.3.3-f.php-without-parameters"),
  ]

  @Test(arguments: ruby) func `a fault of one kind in Ruby is found by its case`(fault: Fault) async throws {
    try await expect(fault, in: "ruby", with: "ruby")
  }

  @Test(arguments: python) func `a fault of one kind in Python is found by its case`(fault: Fault) async throws {
    try await expect(fault, in: "python", with: "python3")
  }

  @Test(arguments: perl) func `a fault of one kind in Perl is found by its case`(fault: Fault) async throws {
    try await expect(fault, in: "perl", with: "perl")
  }

  @Test(arguments: java) func `a fault of one kind in Java is found by its case`(fault: Fault) async throws {
    try await expect(fault, in: "java", with: "javac")
  }

  @Test(arguments: php) func `a fault of one kind in PHP is found by its case`(fault: Fault) async throws {
    try await expect(fault, in: "php", with: "php")
  }

  private func expect(_ fault: Fault, in language: String, with interpreter: String) async throws {
    guard KitRun.canTest(with: interpreter) else { return }
    let scenarios = try Self.library.get().scenarios.filter { $0.id == fault.shownBy }
    #expect(scenarios.count == 1)
    let folder = "Tests/KitTests/Kinds/\(language)"
    for isFaulty in [false, true] {
      let variables = isFaulty ? ["APLUS_FAULT=\(fault.name)"] : []
      let result = try await KitRun.run(folder, scenarios, setting: variables)
      let outcomes = result.cases.map { $0.verdict?.outcome }
      #expect(outcomes == [isFaulty ? .violates : .conforms], "\(result.cases.map(\.status))")
    }
  }
}
