import CQuiescence

#if canImport(Glibc)
import Glibc
#endif

/// The functions that another thread of this process is in.
package enum ThreadStack {
  /// The most functions that are named.
  private static let limit = 12

  /// Interrupts a thread to read its stack; call it only when the process ends soon.
  ///
  /// - Returns: The names of the functions, innermost first; empty where they cannot be read.
  package static func names(of thread: Int32) -> [String] {
    var frames = [UInt](repeating: 0, count: Int(aplus_stack_capacity))
    let count = unsafe aplus_stack_read(thread, &frames)
    return frames.prefix(Int(count)).prefix(limit).map(name)
  }

  private static func name(_ frame: UInt) -> String {
    var text = [CChar](repeating: 0, count: 512)
    unsafe aplus_stack_name(frame, &text, Int32(text.count))
    let name = String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    return demangled(name) ?? name
  }

  private typealias Demangle =
    @convention(c) (UnsafePointer<CChar>, Int, UnsafeMutablePointer<CChar>?, UnsafeMutablePointer<Int>?, UInt32) ->
    UnsafeMutablePointer<CChar>?

  /// The name of a function in Swift as its source has it; nil for any other.
  private static func demangled(_ name: String) -> String? {
    #if canImport(Glibc)
    guard name.hasPrefix("$s"), let address = unsafe dlsym(nil, "swift_demangle") else { return nil }
    let demangle = unsafe unsafeBitCast(address, to: Demangle.self)
    guard let text = unsafe demangle(name, name.utf8.count, nil, nil, 0) else { return nil }
    defer { unsafe free(text) }
    return unsafe String(cString: text)
    #else
    return nil
    #endif
  }
}
