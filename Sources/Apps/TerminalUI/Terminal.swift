import Platform

/// The three standard streams, and what the terminal behind them can do.
///
/// Nothing is cached: the width follows the window, and each answer costs one system call.
package struct Terminal: Sendable {
  /// One of the two streams that are written to.
  package enum Stream: Sendable, Hashable {
    /// Results, which another program may read.
    case output
    /// Progress, prompts and errors, which are for people.
    case error
  }

  /// File descriptors 0, 1 and 2 with the process's own environment.
  package static let standard = Terminal()

  /// The file descriptor that is read.
  package let input: Int32
  private let output: Int32
  private let error: Int32
  private let environment: [String: String]?

  /// A terminal over file descriptors that the caller keeps open.
  ///
  /// - Parameter environment: what is asked instead of the process's own environment; for tests.
  package init(input: Int32 = 0, output: Int32 = 1, error: Int32 = 2, environment: [String: String]? = nil) {
    self.input = input
    self.output = output
    self.error = error
    self.environment = environment
  }

  /// The file descriptor of a stream.
  package func descriptor(_ stream: Stream) -> Int32 {
    switch stream {
    case .output: output
    case .error: error
    }
  }

  /// Whether a person can type at the input.
  package var readsFromTTY: Bool { isatty(input) == 1 }

  /// Whether a stream is shown to a person.
  package func isTTY(_ stream: Stream) -> Bool { isatty(descriptor(stream)) == 1 }

  /// Columns of the window; where the kernel does not know them the variable `COLUMNS`, and otherwise 80.
  package func width(_ stream: Stream = .output) -> Int {
    var size = winsize()
    if ioctl(descriptor(stream), UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 { return Int(size.ws_col) }
    if let columns = variable("COLUMNS").flatMap({ Int($0) }), (1...10_000).contains(columns) { return columns }
    return 80
  }

  /// Rows of the window; where the kernel does not know them the variable `LINES`, and otherwise 24.
  package func height(_ stream: Stream = .output) -> Int {
    var size = winsize()
    if ioctl(descriptor(stream), UInt(TIOCGWINSZ), &size) == 0, size.ws_row > 0 { return Int(size.ws_row) }
    if let rows = variable("LINES").flatMap({ Int($0) }), (1...10_000).contains(rows) { return rows }
    return 24
  }

  /// Whether the cursor can be moved: a TTY that is not `TERM=dumb`.
  package func canRedraw(_ stream: Stream) -> Bool {
    isTTY(stream) && variable("TERM") != "dumb" && variable("TERM")?.isEmpty == false
  }

  /// Whether colours may be used: a TTY that is not dumb, and `NO_COLOR` unset or empty (no-color.org).
  package func allowsColor(_ stream: Stream = .output) -> Bool {
    canRedraw(stream) && variable("NO_COLOR")?.isEmpty != false
  }

  /// Writes the text as it is, without adding a line end and without sanitising it.
  ///
  /// Interrupted and partial writes go on; a descriptor that does not block is waited for.
  /// - Throws: ``TerminalError/closed``, ``TerminalError/system(call:errno:)``.
  package func write(_ text: String, to stream: Stream = .output) throws(TerminalError) {
    try write(Array(text.utf8), to: stream)
  }

  /// Writes the bytes of a file as they are; see ``write(_:to:)-(String,_)``.
  ///
  /// - Throws: ``TerminalError/closed``, ``TerminalError/system(call:errno:)``.
  package func write(_ bytes: [UInt8], to stream: Stream = .output) throws(TerminalError) {
    var bytes = bytes[...]
    while !bytes.isEmpty {
      let (count, number) = bytes.withUnsafeBytes { buffer in
        let count = systemWrite(descriptor(stream), buffer)
        return (count, errno)
      }
      if count >= 0 {
        bytes = bytes.dropFirst(count)
        continue
      }
      switch number {
      case EINTR: continue
      case EPIPE: throw .closed
      case EAGAIN:
        var ready = pollfd(fd: descriptor(stream), events: Int16(POLLOUT), revents: 0)
        guard poll(&ready, 1, -1) >= 0 || errno == EINTR else { throw .system(call: "poll", errno: errno) }
      default: throw .system(call: "write", errno: number)
      }
    }
  }

  /// Writes the lines, each with a line end, in one piece.
  ///
  /// - Throws: as ``write(_:to:)``.
  package func writeLines(_ lines: [String], to stream: Stream = .output) throws(TerminalError) {
    try write(lines.map { $0 + "\n" }.joined(), to: stream)
  }

  /// Makes a write to a closed pipe an error (``TerminalError/closed``) instead of the end of the process.
  package static func ignoreBrokenPipes() {
    signal(SIGPIPE, SIG_IGN)
  }

  /// The value of an environment variable.
  package func variable(_ name: String) -> String? {
    if let environment { return environment[name] }
    return getenv(name).map { String(cString: $0) }
  }
}
