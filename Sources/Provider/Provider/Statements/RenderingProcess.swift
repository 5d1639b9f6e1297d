import Platform
import Processes

/// Runs the program that converts a statement to PDF. The program reads the statement, writes the PDF, and has an empty
/// environment. It is ended if it takes too long or writes too much.
struct RenderingProcess {
  private let executable: String
  private let limit: Duration
  private let mostBytes: Int

  init(_ executable: String, limit: Duration = .seconds(120), mostBytes: Int = 32 << 20) {
    self.executable = executable
    self.limit = limit
    self.mostBytes = mostBytes
  }

  /// Runs the program and blocks the calling thread. Returns `nil` if it did not start or did not succeed.
  func run(input: [UInt8]) -> [UInt8]? {
    guard let pair = SocketPair() else { return nil }
    let program = ChildProgram(executable, environment: ["LC_ALL=C.UTF-8", "SWIFT_BACKTRACE=enable=no"])
    guard let pid = program.start(input: pair.theirs, output: pair.theirs, error: nil) else { return nil }
    pair.closeTheirs()
    let output = exchange(input, over: pair)
    if output == nil { kill(pid, SIGKILL) }
    return ChildProgram.end(of: pid) == 0 ? output : nil
  }

  /// Writes all of the input and reads all of the output, concurrently as far as the program allows.
  private func exchange(_ input: [UInt8], over pair: SocketPair) -> [UInt8]? {
    let (socket, deadline) = (pair.ours, ContinuousClock.now + limit)
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
        let sent = rest.withUnsafeBytes { pair.send($0) }
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
}
