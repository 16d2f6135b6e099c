#if os(Linux)
import CQuiescence

/// A folder in which the kernel shows processes, or the threads of one.
package enum ProcFolder {
  /// The numbers among its names; nil where it cannot be read.
  package static func numbers(in path: String) -> [Int32]? {
    var numbers: [Int32] = []
    let isRead = unsafe withUnsafeMutablePointer(to: &numbers) { numbers in
      unsafe aplus_proc_list(
        path,
        { number, context in
          unsafe context?.assumingMemoryBound(to: [Int32].self).pointee.append(number)
          return true
        },
        numbers
      )
    }
    return isRead ? numbers : nil
  }
}
#endif
