import Platform

/// A child program. It inherits only its three standard streams and descriptors that are not closed on exec. No signal
/// is ignored or blocked in it, and its environment contains only the given variables.
package struct ChildProgram: Sendable {
  private let executable: String
  private let arguments: [String]
  private let environment: [String]

  /// The variables of this process, `NAME=value` each.
  package static var ownEnvironment: [String] {
    var variables: [String] = []
    var entry = environ
    while let variable = entry.pointee {
      variables.append(String(cString: variable))
      entry += 1
    }
    return variables
  }

  /// Describes a program without starting it.
  ///
  /// - Parameters:
  ///   - executable: the path of the program; it is not searched in `PATH`.
  ///   - arguments: the arguments after the program's name.
  ///   - environment: the variables, each as `NAME=value`.
  package init(_ executable: String, _ arguments: [String] = [], environment: [String] = ownEnvironment) {
    self.executable = executable
    self.arguments = arguments
    self.environment = environment
  }

  /// Starts it.
  ///
  /// - Parameters:
  ///   - error: its standard error; nil for what nobody reads.
  ///   - isDetached: whether it has a session of its own, and so no terminal of this process.
  ///   - closesOthers: whether it gets none of the other descriptors either that are open here and not closed on exec.
  /// - Returns: its process, for ``end(of:)``; nil where the system started none.
  package func start(
    input: Int32, output: Int32, error: Int32?, isDetached: Bool = false, closesOthers: Bool = false
  ) -> Int32? {
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
    posix_spawn_file_actions_adddup2(&actions, input, 0)
    posix_spawn_file_actions_adddup2(&actions, output, 1)
    if let error {
      posix_spawn_file_actions_adddup2(&actions, error, 2)
    } else {
      posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    }
    if closesOthers {
      // To close what is not open is no error.
      for descriptor in Int32(3)..<4096 { posix_spawn_file_actions_addclose(&actions, descriptor) }
    }
    // The child gets the default actions of all signals, because this program ignores some.
    var all = sigset_t()
    sigfillset(&all)
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setsigmask(&attributes, &none)
    let detaching = isDetached ? newSession : 0
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK | detaching))
    var pid: pid_t = 0
    return posix_spawn(&pid, executable, &actions, &attributes, &argv, &envp) == 0 ? pid : nil
  }

  /// `POSIX_SPAWN_SETSID`, which Swift cannot see on Linux because it is behind a feature macro of <spawn.h>.
  #if canImport(Darwin)
    private var newSession: Int32 { POSIX_SPAWN_SETSID }
  #else
    private var newSession: Int32 { 0x80 }
  #endif

  /// Blocks until the process has ended, at most until a moment. ``end(of:)`` still has to follow.
  package static func hasEnded(_ process: Int32, by deadline: ContinuousClock.Instant) -> Bool {
    while true {
      var told = siginfo_t()
      // Nothing is told of a process that runs.
      if waitid(P_PID, id_t(process), &told, WEXITED | WNOHANG | WNOWAIT) == 0, told.si_signo != 0 { return true }
      guard ContinuousClock.now < deadline else { return false }
      usleep(10_000)
    }
  }

  /// Blocks until the process has ended.
  ///
  /// - Returns: the exit code; -1 if a signal ended the process, or the system does not tell how it ended.
  package static func end(of process: Int32) -> Int32 {
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 {
      guard errno == EINTR else { return -1 }
    }
    return status & 0x7F == 0 ? status >> 8 & 0xFF : -1
  }
}
