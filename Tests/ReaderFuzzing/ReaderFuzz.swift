import APlusJSON
import Foundation
import Synchronization

/// Reads changed inputs by number: the same seed and number give the same input.
package struct ReaderFuzz {
  /// What was read.
  package struct Count {
    package var inputs = 0
    package var refused = 0
  }

  /// A finding, with the input.
  package struct Failure: Error, CustomStringConvertible {
    package let reader: String
    package let number: Int
    package let message: String
    package let input: [UInt8]

    package var description: String {
      "\(reader), input \(number): \(message)\n\(String(decoding: input, as: UTF8.self).prefix(4000))"
    }
  }

  /// More processor time than an input may take.
  private static let patience = 5.0
  /// More memory than all inputs together may take at a time.
  private static let room = 1 << 30

  private let readers: [FuzzedReader]
  private let seed: UInt64
  /// Gets the number of each input before it is read, so that it is known after a crash.
  private let note: (Int) -> Void

  /// Whether nothing else uses the memory of the process, so that its growth is the readers'.
  private let isAlone: Bool

  package init(_ readers: [FuzzedReader], seed: UInt64, isAlone: Bool = false, note: @escaping (Int) -> Void = { _ in })
  {
    self.readers = readers
    self.seed = seed
    self.isAlone = isAlone
    self.note = note
  }

  /// Reads inputs.
  ///
  /// - Parameters:
  ///   - numbers: The numbers of the inputs.
  ///   - isOver: Asked now and then; once true, no more are read.
  /// - Returns: How many were read, by reader.
  /// - Throws: The first finding.
  package func read(_ numbers: Range<Int>, until isOver: () -> Bool = { false }) throws(Failure) -> [String: Count] {
    var counts: [String: Count] = [:]
    for number in numbers {
      if number.isMultiple(of: 256), isOver() { break }
      note(number)
      let reader = readers[number % readers.count]
      var random = SeededRandom(seed: seed, number: number)
      let input = reader.input(using: &random)
      let start = Self.processorTime()
      func fail(_ message: String) -> Failure {
        Failure(reader: reader.name, number: number, message: message, input: input)
      }
      do throws(FuzzedReader.Finding) {
        let isRead = try reader.read(input, using: &random)
        counts[reader.name, default: Count()].inputs += 1
        if !isRead { counts[reader.name, default: Count()].refused += 1 }
      } catch { throw fail(error.message) }
      let time = Self.processorTime() - start
      if time > Self.patience { throw fail("took \(time) s") }
      let peak = isAlone ? Self.peak() : 0
      if peak > Self.room { throw fail("the memory of the process grew to \(peak >> 20) MiB") }
    }
    return counts
  }

  private static func processorTime() -> Double {
    var time = timespec()
    unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// The most memory that the process has had, in bytes.
  private static func peak() -> Int {
    var usage = rusage()
    #if os(Linux)
    unsafe getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    return usage.ru_maxrss << 10
    #else
    unsafe getrusage(RUSAGE_SELF, &usage)
    return usage.ru_maxrss
    #endif
  }
}
