#if os(Linux)
import APlusTesting
import Dispatch
import Glibc
import Testing

/// A thread that is stuck in some way, so that it never calls back.
enum Hang: String, CaseIterable, Codable, Sendable {
  case lock, semaphore, reading, sleeping, queue, child

  /// What the message says of the thread.
  var words: String {
    switch self {
    case .lock: "waits for a lock that it holds"
    case .semaphore, .queue: "waits for a condition or a semaphore"
    case .reading: "waits for input from pipe:["
    case .sleeping: "sleeps"
    case .child: "waits for a child process to end"
    }
  }

  /// Starts the thread.
  func start() {
    let hang = self
    let thread = DispatchQueue(label: "stuck")
    let hasBegun = DispatchSemaphore(value: 0)
    thread.async {
      hasBegun.signal()
      hang.wait()
    }
    hasBegun.wait()
  }

  private func wait() {
    switch self {
    case .lock:
      let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
      unsafe pthread_mutex_init(mutex, nil)
      unsafe pthread_mutex_lock(mutex)
      unsafe pthread_mutex_lock(mutex)
    case .semaphore: DispatchSemaphore(value: 0).wait()
    case .reading:
      var ends: [Int32] = [0, 0]
      unsafe pipe(&ends)
      var byte: UInt8 = 0
      _ = unsafe read(ends[0], &byte, 1)
    case .sleeping: sleep(3600)
    case .queue:
      let queue = DispatchQueue(label: "suspended")
      queue.suspend()
      queue.sync {}
    case .child:
      // It ends once this process closes the other end of the pipe.
      var ends: [Int32] = [0, 0]
      unsafe pipe(&ends)
      _ = fcntl(ends[1], F_SETFD, FD_CLOEXEC)
      var files = unsafe posix_spawn_file_actions_t()
      unsafe posix_spawn_file_actions_init(&files)
      unsafe posix_spawn_file_actions_adddup2(&files, ends[0], 0)
      var process: pid_t = 0
      var words = unsafe [strdup("cat"), nil]
      unsafe posix_spawn(&process, "/bin/cat", &files, nil, &words, nil)
      waitpid(process, nil, 0)
    }
  }
}

@Suite("who blocks") struct BlockerTests {
  @Test("a thread that hangs is named", arguments: Hang.allCases) func names(_ hang: Hang) async {
    await #expect(processExitsWith: .success) { [hang] in
      let text = try await onlyIssue { await expectCallback(within: .milliseconds(300)) { _ in hang.start() } }
      #expect(text.contains(hang.words), "\(text)")
    }
  }
}
#endif
