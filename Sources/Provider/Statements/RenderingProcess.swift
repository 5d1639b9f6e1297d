#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Runs the program that turns a statement into a PDF: it reads one and writes the other, has an empty environment, and is
/// ended when it takes too long or writes too much.
struct RenderingProcess {
  private let executable: String
  private let limit: Duration
  private let mostBytes: Int

  init(_ executable: String, limit: Duration = .seconds(120), mostBytes: Int = 32 << 20) {
    self.executable = executable
    self.limit = limit
    self.mostBytes = mostBytes
  }

  /// Runs it; blocks its thread. `nil` where it did not start or did not end well.
  func run(input: [UInt8]) -> [UInt8]? {
    // A socket in place of pipes: writing to a program that is gone is then an answer and not a signal.
    guard let (ours, theirs) = Self.socketPair() else { return nil }
    defer { close(ours) }
    let pid = spawn(theirs)
    close(theirs)
    guard let pid else { return nil }
    let output = exchange(input, on: ours)
    if output == nil { kill(pid, SIGKILL) }
    var status: Int32 = 0
    while waitpid(pid, &status, 0) < 0, errno == EINTR {}
    return status == 0 ? output : nil
  }

  /// Writes all of the input and reads until the end, both as the other side takes and gives.
  private func exchange(_ input: [UInt8], on socket: Int32) -> [UInt8]? {
    let deadline = ContinuousClock.now + limit
    var output: [UInt8] = []
    var rest = input[...]
    var chunk = [UInt8](repeating: 0, count: 65_536)
    _ = fcntl(socket, F_SETFL, O_NONBLOCK)
    if rest.isEmpty { shutdown(socket, Int32(SHUT_WR)) }
    while true {
      let left = (deadline - .now).components
      let milliseconds = left.seconds * 1000 + left.attoseconds / 1_000_000_000_000_000
      guard milliseconds > 0 else { return nil }
      var wait = pollfd(fd: socket, events: Int16(rest.isEmpty ? POLLIN : POLLIN | POLLOUT), revents: 0)
      guard poll(&wait, 1, Int32(clamping: milliseconds)) >= 0 || errno == EINTR else { return nil }
      if wait.revents & Int16(POLLOUT) != 0, !rest.isEmpty {
        let sent = rest.withUnsafeBytes { send(socket, $0.baseAddress, $0.count, Self.sendFlags) }
        guard sent > 0 || errno == EAGAIN || errno == EINTR else { return nil }
        rest = rest.dropFirst(max(0, sent))
        if rest.isEmpty { shutdown(socket, Int32(SHUT_WR)) }
      }
      if wait.revents & Int16(POLLIN | POLLHUP | POLLERR) != 0 {
        let got = recv(socket, &chunk, chunk.count, 0)
        if got == 0 { return rest.isEmpty ? output : nil }
        guard got > 0 || errno == EAGAIN || errno == EINTR else { return nil }
        output += chunk[..<max(0, got)]
        guard output.count <= mostBytes else { return nil }
      }
    }
  }

  private func spawn(_ socket: Int32) -> pid_t? {
    var argv: [UnsafeMutablePointer<CChar>?] = [strdup(executable), nil]
    var envp: [UnsafeMutablePointer<CChar>?] = [strdup("LC_ALL=C.UTF-8"), strdup("SWIFT_BACKTRACE=enable=no"), nil]
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
    posix_spawn_file_actions_adddup2(&actions, socket, 0)
    posix_spawn_file_actions_adddup2(&actions, socket, 1)
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
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

  #if canImport(Darwin)
    private static let sendFlags: Int32 = 0
  #else
    private static let sendFlags = Int32(MSG_NOSIGNAL)
  #endif

  private static func socketPair() -> (ours: Int32, theirs: Int32)? {
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
    return (ends[0], ends[1])
  }
}
