/// A kind of value, function or thenable that one language has and others may lack.
///
/// A program names it by ``word``, such as `javascript.map`, and then needs the capability
/// `kinds:javascript`. A host that claims this capability makes every kind of its language. Case
/// files take the kinds of all languages as dimensions (``Place/table``), so that no list of kinds
/// becomes outdated.
package struct LanguageKind: Sendable, Hashable {
  package var language: String
  /// The name within its language.
  package var name: String
  package var place: Place

  /// Where a kind can occur.
  ///
  /// In one language, no two values, no two functions and no two shapes have the same word.
  package enum Place: String, Sendable, Hashable, CaseIterable {
    /// A value that is not a function, and whose `then` is not one either.
    case value
    /// A function, as a value.
    case functionValue
    /// A value known only by identity: reading its `then` throws or returns a function.
    case opaque
    /// An exception that any library can reject with, in a language that throws only exceptions.
    case reason
    /// An exception that a library may let escape if user code throws it.
    case fatal
    /// An error that reaches a library only if user code throws it.
    ///
    /// The entry points of the library take another type, or may refuse it.
    case thrown
    /// The form of user code, which is a handler or the `then` of a thenable.
    case function
    /// The object that carries the `then` of a thenable.
    case shape
    /// The object that has `then` as a method, in a language where reading a method calls it.
    case carrier

    /// The name of the dimension that holds the kinds of all languages; case files name it.
    package var table: String {
      switch self {
      case .value: "VALUE-KIND"
      case .functionValue: "FUNCTION-VALUE-KIND"
      case .opaque: "OPAQUE-KIND"
      case .reason: "REASON-KIND"
      case .fatal: "FATAL-KIND"
      case .thrown: "THROWN-KIND"
      case .function: "FUNCTION-KIND"
      case .shape: "SHAPE-KIND"
      case .carrier: "CARRIER-KIND"
      }
    }
  }

  /// The word for the kind in a program: `javascript.map`.
  package var word: String { "\(language).\(name)" }

  /// The capability that a program with it needs.
  package var capability: Capability { Capability("kinds", detail: language) }

  /// Whether it is a function that returns a promise of its language, which is a thenable to other libraries.
  package var returnsPromise: Bool { ["javascript.async", "javascript.async-arrow"].contains(word) }

  /// Whether it is an exception, which any library can reject with.
  package var isException: Bool { place == .reason || place == .fatal || place == .thrown }

  /// Whether a trace may write it without an identity.
  ///
  /// Some values are primitive. Exceptions are objects, except in Perl, which also throws strings.
  package var mayBePrimitive: Bool { !isException || language == "perl" }

  /// The kinds of values, functions and shapes, each by its word in a program.
  package static let values = kinds(.value, .functionValue, .opaque, .reason, .fatal, .thrown)
  package static let functions = kinds(.function)
  package static let shapes = kinds(.shape, .carrier)

  private static func kinds(_ places: Place...) -> [String: LanguageKind] {
    let kinds = table.filter { places.contains($0.place) }
    return Dictionary(uniqueKeysWithValues: kinds.map { ($0.word, $0) })
  }

  /// All kinds, by language and place.
  package static let table: [LanguageKind] = languages.flatMap { language, places in
    places.flatMap { place, names in
      names.split(separator: " ").map { LanguageKind(language: language, name: String($0), place: place) }
    }
  }

  /// The languages that have kinds.
  package static let languages: KeyValuePairs<String, KeyValuePairs<Place, String>> = [
    "javascript": [
      .value: """
      array empty-array sparse-array frozen-array arguments frozen sealed fixed bare instance heir proxy \
      array-proxy boxed-text boxed-empty-text boxed-zero boxed-false boxed-symbol boxed-bigint map set weak-map \
      weak-set weak-ref array-buffer shared-array-buffer data-view typed-array buffer error frozen-error \
      bare-error error-heir aggregate-error dom-exception iterator generator async-generator json math global \
      url invalid-date abort-signal event realm-object realm-array realm-error function-tagged promise-tagged \
      call-and-apply name-and-length claims-promise catch-only cyclic unprintable unreadable to-json empty-key \
      bigint-zero infinity registered-symbol known-symbol
      """,
      .functionValue: """
      class async-function async-arrow generator-function async-generator-function bound-function function-proxy \
      built-in constructor promise-constructor realm-function bare-function frozen-function tagged-function \
      function-instance method
      """, .opaque: "revoked-proxy native-promise promise-heir throwing-then throwing-getter",
      .function: """
      arrow method static-method getter setter bound async async-arrow generator async-generator class proxy \
      realm frozen tagged instance two-parameters unnamed thenable constructed
      """,
      .shape: """
      frozen sealed fixed instance grand-heir hidden array arguments date map weak-map error regexp boxed-text \
      boxed-false typed-array buffer generator proxy function-proxy realm realm-function class async-function \
      generator-function bound-function bare-function frozen-function function-instance promise-tagged \
      claims-promise unprintable class-accessor
      """,
    ],
    "python": [
      .value: """
      falsy empty truthless equal unequal incomparable array-like unhashable unprintable frozen slots plain \
      list empty-list tuple empty-tuple dict empty-dict set empty-set frozen-set bytes empty-bytes byte-array \
      memory-view range slice complex infinity huge signaling-nan no-time named-tuple integer-heir text-heir \
      list-heir enumeration iterator generator async-generator not-implemented ellipsis module descriptor \
      named-attributes cyclic error stop-iteration system-exit
      """,
      .functionValue: """
      class exception-class metaclass lambda built-in constructor partial bound-method callable-object \
      falsy-callable generator-function coroutine-function
      """,
      .opaque: """
      getattr-raises answering then-raises coroutine awaitable concurrent-future
      """,
      .reason: """
      falsy-error empty-error truthless-error equal-error unequal-error incomparable-error array-like-error \
      unhashable-error unprintable-error frozen-error slots-error several-arguments decode-error key-error \
      os-error assertion-error type-error timeout-error import-error not-implemented-error stop-async-iteration \
      warning group raised-error caused-error callable-error
      """, .thrown: "raised-stop-iteration raised-base-error raised-generator-exit",
      .function: """
      falsy empty truthless equal unequal incomparable array-like unhashable unprintable frozen slots \
      callable-object callable-list partial lambda bound-method static-method class-method class method-wrapper \
      wrapper default keyword position no-signature getattr-raises answering thenable
      """,
      .shape: """
      falsy empty truthless equal unequal incomparable array-like unhashable unprintable frozen slots list dict \
      text integer error class module namespace partial callable-object answering dynamic
      """,
    ],
    "ruby": [
      .value: """
      equal unequal incomparable nil-like negated unhashable unprintable array-like undupable plain basic \
      typeless frozen hash-like text-like proc-like exception-like promise-like delegator open-struct \
      symbol empty-symbol frozen-text binary-text text-heir huge rational complex infinity array \
      empty-array pair array-heir cyclic hash empty-hash asking-hash set range endless-range struct \
      empty-struct data regexp time enumerator lazy fiber queue mutex closed-stream binding class \
      exception-class module singleton-class main error frozen-error
      """,
      .functionValue: """
      lambda proc method-object unbound-method symbol-proc curried callable-object callable-class
      """,
      .opaque: """
      answering unresponsive then-raises unreadable
      """,
      .reason: """
      equal-error unequal-error incomparable-error nil-like-error negated-error unhashable-error \
      unprintable-error array-like-error undupable-error wordless-error several-arguments callable-error \
      raised-error caused-error stop-iteration closed-queue-error uncaught-throw jump-error argument-error \
      type-error no-method-error key-error frozen-state-error system-call-error thread-error fiber-error \
      timeout-error numeric-error encoding-error
      """,
      .fatal: """
      exception no-memory-error system-exit signal interrupt script-error not-implemented-error load-error \
      security-error stack-error
      """,
      .function: """
      equal unequal incomparable nil-like negated unhashable unprintable array-like undupable proc \
      splat-proc lambda optional keyword block next return break throw method bound-method class-method \
      call-method symbol hash curried composed callable-object callable-array callable-class \
      callable-module callable-struct delegator frozen thenable answering
      """,
      .carrier: """
      equal unequal incomparable nil-like negated unhashable unprintable array-like undupable instance \
      heir included extended frozen struct array hash text error class module lambda callable-object \
      basic
      """,
    ],
    "perl": [
      .value: """
      equal unequal incomparable unprintable array-like hash-like unreadable false empty zero undefined \
      untestable plain nameless autoloading promise-like error blessed-array blessed-scalar blessed-glob \
      regexp version big-zero big-nan scalar-ref undef-ref constant-ref ref-ref array empty-array pair cyclic \
      hash empty-hash then-hash locked-hash tied-scalar tied-array tied-hash glob-ref glob handle io \
      lvalue-ref vstring-ref vstring dualvar empty-dualvar native-true native-false zero-text true-zero \
      decimal-zero number-text newline nul wide-text bytes class-name huge infinity
      """,
      .functionValue: """
      closure named prototype constant lvalue xsub core undefined-sub autoloaded-sub blessed-code \
      callable-object
      """, .opaque: "answering unresponsive typeless then-dies declared-then",
      .reason: """
      equal-error unequal-error incomparable-error unprintable-error array-like-error hash-like-error \
      unreadable-error nameless-error clearing-error propagating-error rethrowing-error callable-error \
      destroying-error array-error scalar-error code-error regexp-error locked-error tied-error scalar-reason \
      ref-reason array-reason empty-array-reason hash-reason empty-hash-reason code-reason glob-reason \
      text-reason lines-reason newline-reason zero-reason wide-reason format-reason located-reason \
      operator-reason method-reason nested-reason
      """, .thrown: "false-error empty-error zero-error undefined-error untestable-error",
      .function: """
      equal unequal incomparable unprintable array-like hash-like unreadable false empty zero undefined \
      untestable named prototype signature lvalue goto string-eval autoloaded blessed-code thenable-code \
      answering-code callable-object callable-array callable-heir callable-twice context evaluating guarded \
      localizing topic assigning shifting
      """,
      .carrier: """
      equal unequal incomparable unprintable array-like hash-like unreadable false empty zero undefined \
      untestable hash array scalar reference code glob handle regexp locked-hash tied-hash then-hash heir \
      grand-heir autoloading declared prototype goto error callable-object
      """,
    ],
    "php": [
      .value: """
      text-like unprintable unreadable readable unserializable uncloneable empty array-like \
      untraversable empty-text zero-text number-text blank-text binary-text class-name \
      thenable-class-name largest overflow infinity empty-array array array-of-null nested-array hash \
      gapped-array then-array missing-function plain cyclic falsy readonly uninitialized then-property \
      promise-like enum backed-enum generator iterator array-object fixed-array object-storage heap \
      queue weak-map weak-reference date interval fiber reflection resource closed-resource error
      """,
      .functionValue: """
      closure static-closure generator-function first-class function-name method-name class-method \
      method magic-method invokable
      """,
      .opaque: """
      answering then-throws hidden-then incomplete
      """,
      .reason: """
      text-like-error unprintable-error unreadable-error readable-error unserializable-error empty-error \
      array-like-error untraversable-error wordless-error several-arguments text-code-error \
      anonymous-error callable-error property-error raised-error caused-error plain-error error-heir \
      type-error null-call-error argument-count-error arithmetic-error division-by-zero value-error \
      unhandled-match read-only-error assertion-error parse-error fiber-error error-exception \
      json-exception reflection-exception domain-exception unexpected-value overflow-exception
      """,
      .function: """
      text-like unprintable unreadable readable unserializable uncloneable empty array-like \
      untraversable arrow static-closure bound first-class first-class-static first-class-magic \
      without-parameters optional typed reference assigned-reference returned-reference function-name \
      method-name class-method magic-class-method magic-method-name method upper-case-method \
      magic-method static-of-object closure-method reflected built-in invokable invokable-heir \
      invokable-thenable invokable-error invokable-array
      """,
      .carrier: """
      text-like unprintable unreadable readable unserializable uncloneable empty array-like \
      untraversable method heir overridden trait aliased abstract upper-case final static typed optional \
      without-parameters magic then-property cancellable invokable array-object fixed-array iterator \
      date error enum backed-enum
      """,
    ],
    "java": [
      .value: """
      equal unequal incomparable unhashable unprintable wordless proxy closing iterating plain anonymous \
      byte short character float decimal number infinity empty-optional optional primitive-optional \
      constant constant-with-body record empty-record array empty-array primitive-array array-of-arrays \
      list empty-list immutable-list cyclic map empty-map set entry iterator stream closed-stream reader \
      text-builder instant locale address pattern lock thread thread-local weak-reference class no-class \
      exception-class error
      """,
      .functionValue: """
      runnable supplier callable function everything method-handle future-task
      """,
      .reason: """
      equal-error unequal-error incomparable-error unprintable-error unreadable-error stackless-error \
      wordless-error function-error several-arguments cyclic-cause suppressing-error checked-exception \
      io-exception unchecked-io-exception null-pointer-exception class-cast-exception \
      no-such-element-exception concurrent-modification-exception unsupported-operation-exception \
      rejected-execution-exception timeout-exception cancellation-exception completion-exception \
      completion-without-cause completion-heir execution-exception execution-without-cause \
      invocation-target-exception undeclared-exception assertion-error plain-error linkage-error throwable
      """,
      .fatal: """
      stack-overflow out-of-memory internal-error thread-death interruption
      """,
      .function: """
      equal unequal incomparable unhashable unprintable alone several lambda bound-reference composed \
      operator serializable instance anonymous record list error proxy method-handle
      """,
    ],
    "swift": [
      .thrown: """
      class heir actor struct empty memory closure enum payload nested generic large nameless \
      cancellation decoding-error
      """
    ],
  ]
}
