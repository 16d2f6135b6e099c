import APlusHosting
import APlusModel
import Testing

@Suite("Where a process crashed") struct CrashSiteTests {
  private typealias Frame = CrashReport.Frame

  private static let entry = Frame(function: "aplus_adapter", file: "/lib/adapter.cpp", module: "/lib/a.so")

  private func place(_ frames: [Frame], adapter: String = "", isAlone: Bool = false, entry: Frame? = nil)
    -> TracedCrash.Place
  { CrashSite(adapter: adapter, isAlone: isAlone, entry: entry).crash(frames, on: nil).place }

  @Test func `the language's own code is passed over, and decides where nothing else is on the stack`() {
    let abort = Frame(function: "abort", file: "", module: "/usr/lib/x86_64-linux-gnu/libc.so.6")
    let vector = Frame(function: "_ZNSt6vectorIiE2atEm", file: "/usr/include/c++/14/vector", module: "/lib/a.so")
    let library = Frame(function: "_ZN4pool7Promise4thenEv", file: "/lib/promise.hpp", module: "/lib/a.so")
    #expect(place([abort, vector, library], entry: Self.entry) == .library)
    let start = Frame(function: "", file: "", module: "/usr/lib/x86_64-linux-gnu/libc.so.6")
    #expect(place([abort, vector, start], entry: Self.entry) == .runtime)
    // The rest of the stack is not known.
    #expect(place([abort, vector], entry: Self.entry) == .unknown)
    // A stack that is exhausted in a lock, which the host's function takes in the place of the system's.
    let lock = Frame(function: "aplus_delays_lock", file: "/src/delays.c", module: "/bin/aplus-check")
    #expect(place([lock, library, Self.entry], entry: Self.entry) == .library)
    #expect(place([abort, library, Self.entry], entry: Self.entry) == .library)
  }

  @Test func `a stack that is used up is the library's, where that is part of the recursion`() {
    let host = Frame(function: "$s9APlusHost12TraceBuilderV5buildyyF", file: "", module: "/lib/host")
    let library = Frame(function: "$s3Lib7PromiseC7fulfillyyF", file: "", module: "/lib/host")
    let adapter = Frame(function: "$s3Lib7AdapterV4thenyyF", file: "", module: "/lib/host")
    let site = CrashSite(adapter: "3Lib7AdapterV", isAlone: false)
    #expect(site.crash([host, adapter, library], on: nil, isExhausted: true).place == .library)
    #expect(site.crash([host, adapter, library], on: nil).place == .host)
    #expect(site.crash([host, host], on: nil, isExhausted: true).place == .host)
    #expect(site.crash([host, adapter], on: nil, isExhausted: true).place == .host)
  }

  @Test func `the file of the adapter is the adapter's, unless the library may be in it`() {
    let then = Frame(function: "then", file: "/lib/adapter.cpp", module: "/lib/a.so")
    #expect(place([then], entry: Self.entry) == .adapter)
    #expect(place([then], isAlone: true, entry: Self.entry) == .unknown)
    // A closure that the compiler inlined into the language's own code.
    let call = "_ZNSt17_Function_handlerIFvmEZL7handlerPFvvEEUlmE_E9_M_invokeERKSt9_Any_dataOm"
    let closure = Frame(function: call, file: "/lib/adapter.cpp", module: "/lib/a.so")
    let library = Frame(function: "_ZN4pool7Promise4callEv", file: "/lib/promise.hpp", module: "/lib/a.so")
    #expect(place([closure, library], entry: Self.entry) == .adapter)
    #expect(place([closure, library], isAlone: true, entry: Self.entry) == .unknown)
    let script = Frame(function: "then", file: "/lib/adapter.cjs")
    #expect(place([script], adapter: "/lib/adapter.cjs") == .adapter)
    #expect(place([script], adapter: "/lib/adapter.cjs", isAlone: true) == .unknown)
    #expect(place([Frame(function: "then", file: "/lib/index.cjs"), script], adapter: "/lib/adapter.cjs") == .library)
    #expect(place([Frame(function: "exit", file: "node:process"), script], adapter: "/lib/adapter.cjs") == .adapter)
  }

  @Test func `functions in Swift begin with their type`() {
    func frame(_ function: String) -> Frame { Frame(function: function, file: "", module: "/lib/host") }
    let adapter = "3Lib7AdapterV"
    #expect(place([frame("$s3Lib7AdapterV4thenyyF")], adapter: adapter) == .adapter)
    #expect(place([frame("$s3Lib7PromiseC4thenyyF")], adapter: adapter) == .library)
    #expect(place([frame("$ss17_assertionFailureyyF"), frame("$s9APlusHost7ClosureCyyF")], adapter: adapter) == .host)
    #expect(place([frame("$s3Lib7AdapterV4thenyyF")], adapter: "3Lib7AdapterVyAA3FooVG") == .adapter)
    #expect(place([frame("")], adapter: adapter) == .unknown)
  }

  @Test func `the part of Foundation with completion handlers is a library`() {
    let trap = Frame(function: "$ss17_assertionFailureyyF", file: "", module: "/usr/lib/swift/linux/libswiftCore.so")
    let networking = Frame(
      function: "$s20FoundationNetworking10URLSessionC9behaviouryyF", file: "",
      module: "/usr/lib/swift/linux/libFoundationNetworking.so")
    let foundation = Frame(function: "", file: "", module: "/usr/lib/swift/linux/libFoundation.so")
    let start = Frame(function: "", file: "", module: "/usr/lib/x86_64-linux-gnu/libc.so.6")
    #expect(place([trap, networking, foundation, start], adapter: "3Lib7AdapterV") == .library)
    #expect(place([trap, foundation, start], adapter: "3Lib7AdapterV") == .runtime)
  }

  @Test func `classes in Java are the adapter's, its library's or the kit's`() {
    func frame(_ type: String) -> Frame { Frame(function: "then", file: type) }
    let exit = Frame(function: "exit", file: "java.lang.System")
    #expect(place([exit, frame("Lib")], adapter: "MyAdapter") == .library)
    #expect(place([exit, frame("MyAdapter")], adapter: "MyAdapter") == .adapter)
    #expect(place([exit, frame("MyAdapter$Promise")], adapter: "MyAdapter") == .unknown)
    #expect(place([exit, frame("aplus.UserCode")], adapter: "MyAdapter") == .host)
  }
}
