import APlusSpec
import CNativeAdapter

/// A shared library with an adapter, opened for as long as the process lives.
@safe struct NativeModule: @unchecked Sendable {
  // SAFETY: the table is not changed, and its functions may be called from any thread.
  let table: aplus_adapter_v1
  let name: String
  let library: String
  let version: String
  let capabilities: [Capability]

  /// Why a shared library is no adapter.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// Opens a shared library.
  init(_ path: String) throws(Failure) {
    var message = [CChar](repeating: 0, count: 1024)
    let count = message.count
    guard let table = unsafe aplus_native_open(path, &message, count) else {
      let bytes = message.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
      throw Failure(description: String(decoding: bytes, as: UTF8.self))
    }
    unsafe self.table = table.pointee
    unsafe name = String(cString: table.pointee.name)
    unsafe library = String(cString: table.pointee.library)
    unsafe version = String(cString: table.pointee.version)
    let words = unsafe String(cString: table.pointee.capabilities)
    var capabilities = words.split(separator: " ").flatMap { Capability.parse(String($0)) }
    for capability in capabilities where !Capability.vocabulary.contains(capability.name) {
      throw Failure(description: "\(path): \"\(capability)\" is no capability")
    }
    let doors = unsafe [
      ("ready-made", table.pointee.make_fulfilled != nil && table.pointee.make_rejected != nil),
      ("adopting-resolve", table.pointee.resolve != nil),
      ("drain", table.pointee.drain != nil),
    ]
    for (word, isThere) in doors where isThere {
      capabilities.append(Capability(word))
    }
    let isCancelling = capabilities.contains { $0.name == "cancellation" }
    guard unsafe isCancelling == (table.pointee.cancel != nil) else {
      throw Failure(description: "\(path): cancel and its capability come together or not at all")
    }
    self.capabilities = capabilities
  }
}
