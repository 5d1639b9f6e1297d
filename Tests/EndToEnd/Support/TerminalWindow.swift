import TestSupport

/// A program in a terminal that is used like by a person. It is a session of its own tmux server.
final class TerminalWindow: Sendable {
  private let scratch: ScratchFolder?
  private let socket: String
  private static let tmux = "/usr/bin/tmux"

  /// Opens a terminal that runs a program and then shows its exit status.
  ///
  /// - Parameter locale: decides which characters the program may show; the window itself can show all.
  init(_ command: [String], width: Int = 150, locale: String = "C.UTF-8") async throws {
    let scratch = try ScratchFolder()
    self.scratch = scratch
    socket = scratch.path + "/tmux"
    let words = command.map { "'\($0)'" }.joined(separator: " ")
    try await tmux(
      "-f", "/dev/null", "new-session", "-d", "-x", "\(width)", "-y", width == 150 ? "40" : "300",
      "LC_ALL=\(locale) \(words); echo ended with $?; exec sleep 600")
  }

  /// Creates the terminal of a tmux server that another program starts at this socket.
  init(at socket: String) {
    scratch = nil
    self.socket = socket
  }

  @discardableResult
  private func tmux(_ arguments: String...) async throws -> String {
    let result = try await ChildProcess.run(Self.tmux, ["-u", "-S", socket] + arguments)
    guard result.exit == .code(0) else { throw ChildProcessError.ended("\(arguments): \(result)") }
    return result.output.joined(separator: "\n")
  }

  /// Returns the content of the screen.
  ///
  /// - Parameter joined: whether a line that the terminal wrapped is returned as one.
  func screen(joined: Bool = false) async throws -> String {
    try await tmux("capture-pane", joined ? "-pJ" : "-p")
  }

  /// Waits until the screen shows a text this number of times, because an earlier question is still visible when it is
  /// asked again.
  func shows(_ text: String, times: Int = 1) async throws {
    var last = ""
    do {
      _ = try await eventually("the terminal shows \(text)") {
        last = try await screen()
        return last.ranges(of: text).count >= times ? true : nil
      }
    } catch is DeadlineError {
      throw DeadlineError(what: "the terminal shows \(text); it shows:\n\(last)")
    }
  }

  /// Types a text.
  func type(_ text: String, enter: Bool) async throws {
    try await tmux("send-keys", "-l", text)
    if enter { try await press("Enter") }
  }

  /// Presses a key, given by tmux's name for it.
  func press(_ key: String) async throws { try await tmux("send-keys", key) }

  /// Ends the terminal and the program in it.
  func close() async throws { try await tmux("kill-server") }
}
