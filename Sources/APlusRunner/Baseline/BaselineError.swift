/// What is wrong in the text of a baseline: a line for each mistake, with file and line.
package struct BaselineError: Error, Sendable, Hashable, CustomStringConvertible {
  package var description: String
}
