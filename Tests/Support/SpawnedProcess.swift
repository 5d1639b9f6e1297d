import Platform
import TerminalUI

/// A program that was just started by `posix_spawn`, with pipes as its output. It owns nothing; the descriptors are
/// passed on.
struct SpawnedProcess {
  let pid: pid_t
  /// The read ends of its output pipes, and the write end of its input or -1.
  let output: Int32
  let error: Int32
  let input: Int32

  init(
    _ executable: String, _ arguments: [String], environment: [String: String], directory: String?,
    input kind: ChildProcess.Input
  ) throws(ChildProcessError) {
    let outputPipe = try Pipe()
    let errorPipe = try Pipe()
    let inputPipe: Pipe? = if case .pipe = kind { try Pipe() } else { nil }
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
    posix_spawn_file_actions_adddup2(&actions, outputPipe.writing, 1)
    switch kind {
    case .none: posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    case .pipe: posix_spawn_file_actions_adddup2(&actions, inputPipe?.reading ?? -1, 0)
    case .terminal(let terminal):
      posix_spawn_file_actions_adddup2(&actions, terminal.input, 0)
      posix_spawn_file_actions_adddup2(&actions, terminal.input, 1)
    }
    posix_spawn_file_actions_adddup2(&actions, errorPipe.writing, 2)

    // Other descriptors of the test runner are closed in the child, which would otherwise keep other tests' pipes open.
    // Closing a descriptor that is not open is no error.
    for descriptor in Int32(3)..<4096 { posix_spawn_file_actions_addclose(&actions, descriptor) }

    // The child begins with an empty signal mask and default actions, whatever the test runner has set.
    var none = sigset_t()
    var all = sigset_t()
    sigemptyset(&none)
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))

    // Not every C library has a file action that changes the directory, so a shell does that and then replaces itself.
    var command = [executable] + arguments
    if let directory { command = ["/bin/sh", "-c", #"cd "$0" && exec "$@""#, directory] + command }
    var argv = command.map { strdup($0) } + [nil]
    var envp = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer {
      for pointer in argv + envp { free(pointer) }
    }
    var pid: pid_t = 0
    let code = posix_spawn(&pid, command[0], &actions, &attributes, &argv, &envp)
    outputPipe.closeWriting()
    errorPipe.closeWriting()
    inputPipe?.closeReading()
    guard code == 0 else {
      outputPipe.closeReading()
      errorPipe.closeReading()
      inputPipe?.closeWriting()
      throw .notStarted(executable, errno: code)
    }
    self.pid = pid
    output = outputPipe.reading
    error = errorPipe.reading
    input = inputPipe?.writing ?? -1
  }
}

private struct Pipe {
  let reading: Int32
  let writing: Int32

  init() throws(ChildProcessError) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw .notStarted("pipe", errno: errno) }
    // The descriptors are not inherited by other children, which would keep the pipe open after this child has ended.
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    reading = ends[0]
    writing = ends[1]
  }

  func closeReading() { close(reading) }
  func closeWriting() { close(writing) }
}
