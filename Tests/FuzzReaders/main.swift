import APlusJSON
import Foundation
import ReaderFuzzing

// fuzz-readers FOLDER SECONDS [SEED [FIRST [COUNT]]]: reads changed inputs for so long, or so many.
//
// FOLDER holds what the run of the corpus has saved; without it, the arguments of that run are written.
let arguments = Array(CommandLine.arguments.dropFirst())
guard arguments.count >= 2, let seconds = Double(arguments[1]) else {
  print(Corpus.arguments.joined(separator: "\n"))
  exit(arguments.isEmpty ? 0 : 64)
}

let seed = arguments.count > 2 ? UInt64(arguments[2]) ?? 1 : 1
let first = arguments.count > 3 ? Int(arguments[3]) ?? 0 : 0
let count = arguments.count > 4 ? Int(arguments[4]) ?? .max : .max
let place = "\(arguments[0])/last-input"
let file = unsafe open(place, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
guard file >= 0 else {
  print("cannot write \(place)")
  exit(3)
}

do {
  let corpus = try Corpus(
    project: URL(filePath: FileManager.default.currentDirectoryPath), saved: URL(filePath: arguments[0]))
  // After a crash or a hang, the file has the number that makes the input again.
  let fuzz = ReaderFuzz(corpus.readers, seed: seed, isAlone: true) { number in
    let text = "\(seed) \(number)\n"
    _ = unsafe text.utf8.withContiguousStorageIfAvailable { bytes in
      unsafe pwrite(file, bytes.baseAddress, bytes.count, 0)
    }
  }
  let start = ContinuousClock.now
  let end = start + .seconds(seconds)
  let numbers = first..<(count == .max ? .max : first + count)
  let counts = try fuzz.read(numbers) { ContinuousClock.now >= end }
  let total = counts.values.reduce(0) { $0 + $1.inputs }
  let time = Double((ContinuousClock.now - start) / .milliseconds(1)) / 1000
  for (name, count) in counts.sorted(by: { $0.key < $1.key }) {
    print("\(name): \(count.inputs) inputs, \(count.refused) refused")
  }
  print("\(total) inputs in \(time) s, seed \(seed) from \(first)")
} catch {
  print("\(error)")
  exit(1)
}
