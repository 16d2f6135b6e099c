import APlusModel
import Testing

@testable import APlusModel
@testable import APlusRunner

@Suite("Error summary of a host") struct ErrorSummaryTests {
  @Test(
    arguments: [
      ("", nil), (" \n", nil), ("no such library\n", "no such library"), ("one\ntwo\nthree\n", "one … three"),
      (
        """
        node:internal/modules/cjs/loader:1210
          throw err;
          ^

        Error: Cannot find module '/kits/host.mjs'
            at Module._load (node:internal/modules/cjs/loader:1091:12) {
          code: 'MODULE_NOT_FOUND'
        }

        Node.js v20.20.2
        """, "Error: Cannot find module '/kits/host.mjs' … Node.js v20.20.2"
      ), ("Traceback (most recent call last):\n  File \"a.py\", line 1\nKeyError: 'x'\n", "KeyError: 'x'"),
    ] as [(String, String?)]) func `the line that names the error is kept`(_ text: String, _ summary: String?)
  { #expect(text.errorSummary == summary) }

  @Test func `of an error with its stack, the line that names it is reported`() {
    let stack = "the host says: /a.cjs:1\nexports = ( =>\nSyntaxError: Unexpected token\n    at x"
    #expect(stack.errorLine == "SyntaxError: Unexpected token")
    #expect("one line".errorLine == "one line")
    #expect("the host says: Error: down\n    at x".errorLine == "the host says: Error: down")
  }

  @Test(arguments: [
    ("noise\nhost: no `then`\n    at next (host.mjs:64:13)\n", "host: no `then`"),
    ("Traceback\n  File \"host.py\"\nKeyError: 'steps'\n", "KeyError: 'steps'"), ("\n", nil),
  ]) func `a host that gave up is quoted without the stack that follows`(text: String, fault: String?) {
    #expect(text.hostFault == fault)
  }
}
