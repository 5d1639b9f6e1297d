import Platform
import TerminalUI

/// A line that begins with `!` is run by the shell, as in other prompts: `!payd approvals`.
enum ShellEscape {
  /// Returns the command for the shell; `nil` if the line does not begin with `!`.
  static func command(_ line: String) -> String? {
    let trimmed = line.drop { $0 == " " || $0 == "\t" }
    return trimmed.first == "!" ? String(trimmed.dropFirst()) : nil
  }

  /// Runs the shell with this program's streams and waits for its end on a thread of its own.
  static func run(_ command: String) async -> ExitStatus {
    await withCheckedContinuation { continuation in
      let call: @Sendable () -> Void = { continuation.resume(returning: spawnAndWait(command)) }
      // If no thread can be created, this call blocks instead.
      if !DetachedThread.start(call) { call() }
    }
  }

  private static func spawnAndWait(_ command: String) -> ExitStatus {
    let words: [String] = ["sh", "-c", command]
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) }
    arguments.append(nil)
    defer { for argument in arguments { free(argument) } }
    var attributes = Attributes()
    defer { posix_spawnattr_destroy(&attributes.value) }
    var pid: pid_t = 0
    guard posix_spawn(&pid, "/bin/sh", nil, &attributes.value, &arguments, environ) == 0 else { return .osError }
    var status: Int32 = 0
    while waitpid(pid, &status, 0) < 0, errno == EINTR {}
    return status == 0 ? .ok : .software
  }

  /// The attributes of the child process. It gets the default signal actions, because this program ignores some
  /// signals.
  private struct Attributes {
    #if canImport(Darwin)
      var value: posix_spawnattr_t?
    #else
      var value = posix_spawnattr_t()
    #endif

    init() {
      posix_spawnattr_init(&value)
      var all = sigset_t()
      sigfillset(&all)
      var none = sigset_t()
      sigemptyset(&none)
      posix_spawnattr_setsigdefault(&value, &all)
      posix_spawnattr_setsigmask(&value, &none)
      posix_spawnattr_setflags(&value, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
    }
  }
}
