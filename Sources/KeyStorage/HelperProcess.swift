import Cryptography

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Runs a helper program to its end, with secrets through its standard streams only, and not for longer than allowed.
struct HelperProcess {
  /// What came of it.
  struct Outcome {
    /// The code that it ended with; -1 where a signal or the limit ended it.
    let status: Int32
    /// Whether the limit ended it.
    let wasTooSlow: Bool
    /// The start of its standard output.
    let output: SecretBytes
    /// How much of `output` is it.
    let outputCount: Int
    /// The start of its standard error, which is for people.
    let words: String
  }

  let executable: String
  let arguments: [String]
  /// The program's language is set to C, so that its words can be read.
  let environment: [String]
  let limit: Duration

  init(_ executable: String, _ arguments: [String], limit: Duration) {
    self.executable = executable
    self.arguments = arguments
    self.limit = limit
    var variables: [String] = []
    var entry = environ
    while let text = entry.pointee {
      let variable = String(cString: text)
      if !variable.hasPrefix("LC_ALL="), !variable.hasPrefix("LANGUAGE=") { variables.append(variable) }
      entry += 1
    }
    environment = variables + ["LC_ALL=C"]
  }

  /// Runs it.
  ///
  /// - Parameter input: what it reads.
  /// - Returns: nil where the system started no process.
  func run(input: SecretBytes?) -> Outcome? {
    // Sockets in place of pipes: writing to a program that is gone is then an answer and not a signal.
    guard let stdin = SocketPair(), let stdout = SocketPair(), let stderr = SocketPair() else { return nil }
    guard let pid = spawn(stdin.theirs, stdout.theirs, stderr.theirs) else { return nil }
    stdin.closeTheirs()
    stdout.closeTheirs()
    stderr.closeTheirs()
    input?.withUnsafeBytes { bytes in
      // A secret is far smaller than what a socket holds, so this does not block.
      #if canImport(Darwin)
        _ = send(stdin.ours, bytes.baseAddress, bytes.count, 0)
      #else
        _ = send(stdin.ours, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
      #endif
    }
    stdin.closeOurs()
    return collect(pid, stdout.ours, stderr.ours)
  }

  private func collect(_ pid: pid_t, _ stdout: Int32, _ stderr: Int32) -> Outcome {
    let deadline = ContinuousClock.now + limit
    var words: [UInt8] = []
    var count = 0
    var open: Set<Int32> = [stdout, stderr]
    var wasTooSlow = false
    let output = SecretBytes(count: 4096) { buffer in
      let scratch = UnsafeMutableRawBufferPointer.allocate(byteCount: 4096, alignment: 1)
      defer {
        wipe(scratch)
        scratch.deallocate()
      }
      while !open.isEmpty {
        let left = (deadline - .now).components
        let milliseconds = left.seconds * 1000 + left.attoseconds / 1_000_000_000_000_000
        guard milliseconds > 0 else {
          wasTooSlow = true
          break
        }
        var waits = open.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        guard poll(&waits, nfds_t(waits.count), Int32(clamping: milliseconds)) > 0 else { continue }
        for wait in waits where wait.revents != 0 {
          let got = recv(wait.fd, scratch.baseAddress, scratch.count, 0)
          if got < 0, errno == EINTR { continue }
          guard got > 0 else {
            open.remove(wait.fd)
            continue
          }
          if wait.fd == stdout {
            let kept = min(got, buffer.count - count)
            UnsafeMutableRawBufferPointer(rebasing: buffer[count..<count + kept])
              .copyMemory(from: UnsafeRawBufferPointer(rebasing: scratch[..<kept]))
            count += kept
          } else {
            words += scratch[..<min(got, 2048 - min(words.count, 2048))]
          }
        }
      }
    }
    if wasTooSlow { kill(pid, SIGKILL) }
    var status: Int32 = 0
    while waitpid(pid, &status, 0) < 0, errno == EINTR {}
    return Outcome(
      status: status & 0x7F == 0 ? status >> 8 & 0xFF : -1, wasTooSlow: wasTooSlow, output: output,
      outputCount: count, words: String(decoding: words, as: UTF8.self))
  }

  private func spawn(_ stdin: Int32, _ stdout: Int32, _ stderr: Int32) -> pid_t? {
    var argv: [UnsafeMutablePointer<CChar>?] = ([executable] + arguments).map { strdup($0) } + [nil]
    var envp: [UnsafeMutablePointer<CChar>?] = environment.map { strdup($0) } + [nil]
    defer { for text in argv + envp { free(text) } }
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #else
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    posix_spawn_file_actions_adddup2(&actions, stdin, 0)
    posix_spawn_file_actions_adddup2(&actions, stdout, 1)
    posix_spawn_file_actions_adddup2(&actions, stderr, 2)
    // It gets the default actions of signals back: this program ignores some.
    var all = sigset_t()
    sigfillset(&all)
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
    var pid: pid_t = 0
    return posix_spawn(&pid, executable, &actions, &attributes, &argv, &envp) == 0 ? pid : nil
  }
}

/// Two connected sockets, closed with the last reference.
private final class SocketPair {
  private(set) var ours: Int32
  private(set) var theirs: Int32

  init?() {
    var ends: [Int32] = [-1, -1]
    #if canImport(Darwin)
      guard socketpair(AF_UNIX, SOCK_STREAM, 0, &ends) == 0 else { return nil }
      for end in ends {
        _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        var on: Int32 = 1
        setsockopt(end, SOL_SOCKET, SO_NOSIGPIPE, &on, socklen_t(MemoryLayout<Int32>.size))
      }
    #else
      let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
      guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { return nil }
    #endif
    ours = ends[0]
    theirs = ends[1]
  }

  deinit {
    closeOurs()
    closeTheirs()
  }

  func closeOurs() {
    if ours >= 0 { close(ours) }
    ours = -1
  }

  func closeTheirs() {
    if theirs >= 0 { close(theirs) }
    theirs = -1
  }
}
