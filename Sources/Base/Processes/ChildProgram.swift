import Platform

/// A program that is started with its three standard streams and nothing else of this process: no other descriptor that
/// is closed on exec, no ignored or blocked signal, no variable that is not given.
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

  /// A program that is not started yet.
  ///
  /// - Parameters:
  ///   - executable: its path; it is not looked for.
  ///   - arguments: those behind its name.
  ///   - environment: `NAME=value` each.
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
    // It gets the default actions of signals back: this program ignores some.
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

  /// `POSIX_SPAWN_SETSID`, which Swift does not see on Linux: it is behind a feature macro of <spawn.h>.
  #if canImport(Darwin)
    private var newSession: Int32 { POSIX_SPAWN_SETSID }
  #else
    private var newSession: Int32 { 0x80 }
  #endif

  /// Waits until it has ended; blocks.
  ///
  /// - Returns: the code that it ended with; -1 where a signal ended it.
  package static func end(of process: Int32) -> Int32 {
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    return status & 0x7F == 0 ? status >> 8 & 0xFF : -1
  }
}
