import APlusCases
import APlusHosting
import APlusJudge
import APlusModel
import APlusRunner
import Foundation
import TestSupport
import Testing

/// The mistakes that authors of adapters make, and the one sentence that each gets before any verdict.
@Suite("Mistakes in adapters") struct AdapterMistakeTests {
  /// A mistake: an adapter file that makes it, and the sentence.
  struct Mistake: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let file: String
    let text: String
    let sentence: String
    /// What runs it.
    let program: String

    init(_ name: String, _ text: String, _ sentence: String, file: String = "adapter.cjs", program: String = "node") {
      testDescription = name
      self.file = file
      self.text = text
      self.sentence = sentence
      self.program = program
    }
  }

  private static let deferred = """
    const deferred = () => {
      const made = {};
      made.promise = new Promise((resolve, reject) => { Object.assign(made, { resolve, reject }); });
      return made;
    };

    """

  private static let queue = """
    const jobs = [];
    class Queued extends Promise {
      then(...handlers) {
        const later = handlers.map((handler) => handler && ((value) => new Promise((done, fail) => {
          jobs.push(() => { try { done(handler(value)); } catch (error) { fail(error); } });
        })));
        return super.then(...later);
      }
      static get [Symbol.species]() { return Promise; }
    }
    exports.deferred = () => {
      const made = {};
      made.promise = new Queued((resolve, reject) => { Object.assign(made, { resolve, reject }); });
      return made;
    };

    """

  private static let wrapping = """
    const wrap = (reason) => Object.assign(new Error('rejected'), { reason });
    class Wrapping extends Promise {
      then(ok, bad) { return super.then(ok, bad && ((reason) => bad(wrap(reason)))); }
    }
    exports.deferred = () => {
      const made = {};
      made.promise = new Wrapping((resolve, reject) => { Object.assign(made, { resolve, reject }); });
      return made;
    };

    """

  /// A name in an adapter in Python that is almost a word.
  private static func python(_ name: String, _ word: String) -> Mistake {
    Mistake(
      "\(name) in Python",
      """
      from mylib import Promise

      def deferred():
          promise = Promise()
          return (promise, *promise.resolvers())

      def \(name)():
          return False
      """, "found \(name), which means nothing; did you mean \(word)?", file: "adapter.py")
  }

  /// The same in the languages whose adapters are lists of names.
  private static let listed = [
    ("drian", "drain"), ("dain", "drain"), ("cancle", "cancel"), ("unwarp", "unwrap"), ("defered", "deferred"),
    ("capabilitys", "capabilities"), ("Drain", "drain"),
  ].flatMap { name, word in
    [
      ("perl", "{ deferred => sub {}, \(name) => sub {} };", "pl"),
      ("php", "<?php return ['deferred' => fn () => null, '\(name)' => fn () => null];", "php"),
      ("ruby", "{ deferred: -> {}, then: -> {}, promise_types: Object, \"\(name)\": -> {} }", "rb"),
    ].map { program, text, type in
      Mistake("\(name) in \(program)", text, "; did you mean \(word)?", file: "adapter.\(type)", program: program)
    }
  }

  /// Adapters whose `drain` reports work whenever it is called.
  private static let restless = [
    ("javascript", "exports.deferred = () => {}; exports.drain = () => true;", "cjs", "node"),
    ("python", "def deferred(): pass\ndef drain(): return True", "py", "python3"),
    ("perl", "{ deferred => sub {}, drain => sub { 1 } };", "pl", "perl"),
    ("php", "<?php return ['deferred' => fn () => null, 'drain' => fn () => true];", "php", "php"),
    ("ruby", "{ deferred: -> {}, then: -> {}, promise_types: Object, drain: -> { true } }", "rb", "ruby"),
  ].map { language, text, type, program in
    Mistake(
      "a restless queue in \(language)", text,
      "drain returned true 100 times in a row before there was a promise; it must return false",
      file: "adapter.\(type)", program: program)
  }

  /// A library that lacks what the kit claims of it.
  private static func faulty(_ name: String) -> String {
    "module.exports = require('\(Repository.root)adapters/mutants-javascript/mutant.cjs').mutant('\(name)');\n"
  }

  static let mistakes =
    listed + restless + [
      Mistake(
        "then in JavaScript", deferred + "module.exports = { deferred, then: (promise, ok) => promise.then(ok) };",
        "found then; remove it: the kit calls the then of the promise that deferred gives"),
      Mistake(
        "no thenables", faulty("ignores-thenables"),
        "a thenable fulfills a promise in place of being adopted; if the library takes no thenables by design"),
      Mistake(
        "non-functions refused", faulty("throws-on-non-function-onfulfilled"),
        "for a handler that is no function; if the library refuses these by design"),
      Mistake("misspelt", "exports.deffered = () => {};", "is deffered a misspelling of it?"),
      Mistake(
        "unknown", deferred + "module.exports = { deferred, unwarp: (reason) => reason };",
        "found unwarp, which means nothing; did you mean unwrap?"),
      Mistake(
        "misspelt beside the word", deferred + "module.exports = { deferred, defered: deferred };",
        "found defered, which means nothing; did you mean deferred?"),
      Mistake(
        "two letters of a long word", deferred + "module.exports = { deferred, capabilitys: [] };",
        "found capabilitys, which means nothing; did you mean capabilities?"), python("drian", "drain"),
      python("dain", "drain"), python("cancle", "cancel"), python("unwarp", "unwrap"),
      python("capabilitys", "capabilities"),
      Mistake("nothing returned", "exports.deferred = () => { Promise.resolve(); };", "deferred threw TypeError"),
      Mistake(
        "swapped",
        deferred + """
          exports.deferred = () => {
            const { promise, resolve, reject } = deferred();
            return { promise, resolve: reject, reject: resolve };
          };
          """, "resolve rejects and reject fulfills; the two are swapped"),
      Mistake(
        "one for all", deferred + "const only = deferred(); exports.deferred = () => only;",
        "deferred gave the same promise twice; make a new one in each call"),
      Mistake(
        "value dropped",
        deferred + """
          exports.deferred = () => {
            const { promise, resolve, reject } = deferred();
            return { promise, resolve: () => resolve(), reject };
          };
          """, "resolve(value) fulfilled with undefined; pass the value on as it is"),
      Mistake(
        "no resolve", deferred + "exports.deferred = () => ({ promise: deferred().promise });",
        "resolve of a new deferred threw TypeError"),
      Mistake(
        "then and catch",
        deferred + """
          exports.deferred = () => {
            const made = deferred();
            const { promise } = made;
            made.promise = { then: (ok, bad) => promise.then(ok).catch(bad ?? ((e) => { throw e; })) };
            return made;
          };
          """, "of then(f, r), r got what f threw"),
      Mistake("queue not run", queue, "no handler ever ran; who runs your library's queue"),
      Mistake("reasons wrapped", wrapping, "reasons arrive wrapped, in Error: "),
      Mistake(
        "pool",
        """
        from concurrent.futures import ThreadPoolExecutor
        from itertools import cycle
        from mylib import Promise, jobs

        pool = cycle([ThreadPoolExecutor(1), ThreadPoolExecutor(1)])
        capabilities = ["threads"]

        def deferred():
            promise = Promise()
            return (promise, *promise.resolvers())

        def drain():
            if not jobs:
                return False
            jobs.popleft()()
            return True

        def then(promise, *handlers):
            pooled = [handler and (lambda value, handler=handler: next(pool).submit(handler, value).result())
                      for handler in handlers]
            return promise.then(*pooled)
        """, "handlers ran on 2 threads", file: "adapter.py"),
      Mistake(
        "process ends", "exports.deferred = () => process.exit(3);",
        "the first 5 cases all ended the host, and none was answered"),
      Mistake(
        "claim not kept", deferred + "module.exports = { deferred, cancel() { throw new Error('not implemented'); } };",
        "cancel of a pending promise threw Error: not implemented"),
      Mistake(
        "abandon claimed", deferred + "module.exports = { deferred, capabilities: ['abandon'] };",
        "capabilities: abandon is not available in a JavaScript host; remove it"),
      Mistake(
        "destructors claimed", deferred + "module.exports = { deferred, capabilities: ['destructors'] };",
        "capabilities: destructors is not available in a JavaScript host; remove it"),
    ]

  private static let library = Result { try SpecLibrary(directory: ProjectSpecs.directory, chapters: ["aplus"]) }

  private func result(of mistake: Mistake, in directory: URL) async throws -> AdapterResult {
    let file = directory.appending(path: mistake.file)
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    try Data(mistake.text.utf8).write(to: file)
    if mistake.file.hasSuffix(".py") {
      let example = URL(filePath: Repository.root + "adapters/kits/python/example/adapter.py")
      try FileManager.default.copyItem(at: example, to: directory.appending(path: "mylib.py"))
    }
    let locator = AdapterLocator(directories: [Repository.root + "adapters"], searchPath: ProgramPath.text)
    let adapter = try locator.locate(file.path)
    let scenarios = Array(try Self.library.get().scenarios.prefix(8))
    let runner = Runner(scenarios: scenarios, options: RunOptions(), judge: Judge.judge)
    return await runner.run(adapter)
  }

  @Test(arguments: mistakes) func `a mistake is reported as one, before the verdicts`(mistake: Mistake) async throws {
    guard ProgramPath.has(mistake.program) else {
      try Test.cancel("\(mistake) is not made: there is no \(mistake.program)")
    }
    let directory = FileManager.default.temporaryDirectory.appending(path: "aplus-\(UUID())")
    defer { try? FileManager.default.removeItem(at: directory) }
    let result = try await result(of: mistake, in: directory)
    let told = [result.launchFailure?.message, result.hint].compactMap(\.self) + result.withdrawn.map(\.reason)
    #expect(told.count == 1)
    #expect(told.first?.contains(mistake.sentence) == true, "\(told)")
  }

  @Test(arguments: [
    ("queue not run", "exports.drain = () => { const job = jobs.shift(); job?.(); return job !== undefined; };"),
    ("reasons wrapped", "exports.unwrap = (error) => error.reason ?? error;"),
    ("no thenables", "module.exports.capabilities = ['-thenables'];"),
    ("non-functions refused", "module.exports.capabilities = ['-nonfunctions'];"),
  ]) func `what the sentence advises helps`(name: String, remedy: String) async throws {
    let directory = FileManager.default.temporaryDirectory.appending(path: "aplus-\(UUID())")
    defer { try? FileManager.default.removeItem(at: directory) }
    let mistake = try #require(Self.mistakes.first { $0.testDescription == name })
    let mended = Mistake(name, mistake.text + remedy, "")
    let result = try await result(of: mended, in: directory)
    #expect(result.hint == nil && result.launchFailure == nil)
    #expect(result.cases.allSatisfy { if case .passed = $0.standing { true } else { false } })
  }
}
