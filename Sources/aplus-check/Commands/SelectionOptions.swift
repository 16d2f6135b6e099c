import ArgumentParser

/// The options that choose cases.
struct SelectionOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Only this chapter; may be repeated.", valueName: "name"))
  var chapter: [String] = []

  @Option(
    help: ArgumentHelp(
      "Only cases whose id matches; may be repeated.",
      discussion: """
        A glob such as '2.2.*', or 're:' and a regular expression; '!' before either leaves \
        cases out. '2.2.4-b' also means all its variants, and 'RX-C10' all cases of that \
        requirement. A pattern that matches no case is warned of; it is an error (5) where no \
        case is left.
        """,
      valueName: "pattern"
    )
  )
  var filter: [String] = []

  @Option(help: ArgumentHelp("The directory of the cases.", valueName: "dir"))
  var specs: String?
}
