import Platform

/// The three standard streams, and the abilities of the terminal behind them.
///
/// Nothing is cached, because the window may change. Each query costs a system call.
package struct Terminal: Sendable {
  /// One of the two output streams.
  package enum Stream: Sendable, Hashable {
    /// The stream for results, which another program may read.
    case output
    /// The stream for progress, prompts and errors, which are for people.
    case error
  }

  /// The file descriptors 0, 1 and 2 with the process's environment.
  package static let standard = Terminal()

  /// The file descriptor for input.
  package let input: Int32
  private let output: Int32
  private let error: Int32
  private let environment: [String: String]?

  /// Creates a terminal from file descriptors, which the caller must keep open.
  ///
  /// - Parameter environment: replaces the process's environment, for tests.
  package init(input: Int32 = 0, output: Int32 = 1, error: Int32 = 2, environment: [String: String]? = nil) {
    self.input = input
    self.output = output
    self.error = error
    self.environment = environment
  }

  /// Returns the file descriptor of a stream.
  package func descriptor(_ stream: Stream) -> Int32 {
    switch stream {
    case .output: output
    case .error: error
    }
  }

  /// Whether a person can type at the input.
  package var readsFromTTY: Bool { isatty(input) == 1 }

  /// Whether something was typed that nobody has read yet.
  package var hasInput: Bool {
    var waiting = pollfd(fd: input, events: Int16(POLLIN), revents: 0)
    return poll(&waiting, 1, 0) == 1
  }

  /// Returns whether a stream is shown to a person.
  package func isTTY(_ stream: Stream) -> Bool { isatty(descriptor(stream)) == 1 }

  /// Returns the number of columns of the window. If the kernel does not know it, the variable `COLUMNS` or 80 is used.
  package func width(_ stream: Stream = .output) -> Int {
    var size = winsize()
    if ioctl(descriptor(stream), UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 { return Int(size.ws_col) }
    if let columns = variable("COLUMNS").flatMap({ Int($0) }), (1...10_000).contains(columns) { return columns }
    return 80
  }

  /// Returns the number of rows of the window. If the kernel does not know it, the variable `LINES` or 24 is used.
  package func height(_ stream: Stream = .output) -> Int {
    var size = winsize()
    if ioctl(descriptor(stream), UInt(TIOCGWINSZ), &size) == 0, size.ws_row > 0 { return Int(size.ws_row) }
    if let rows = variable("LINES").flatMap({ Int($0) }), (1...10_000).contains(rows) { return rows }
    return 24
  }

  /// Returns whether the cursor can be moved, which requires a terminal that is not `TERM=dumb`.
  package func canRedraw(_ stream: Stream) -> Bool {
    isTTY(stream) && variable("TERM") != "dumb" && variable("TERM")?.isEmpty == false
  }

  /// Returns whether colours may be used. That requires a terminal that is not dumb, and `NO_COLOR` must be unset or
  /// empty (no-color.org).
  package func allowsColor(_ stream: Stream = .output) -> Bool {
    canRedraw(stream) && variable("NO_COLOR")?.isEmpty != false
  }

  /// Writes the text, without adding a line break and without making it safe. Characters that the terminal cannot show
  /// are replaced; see ``PlainCharacters``.
  ///
  /// Interrupted and partial writes are continued. If the descriptor does not block, the method waits for it.
  /// - Throws: ``TerminalError/closed``, ``TerminalError/system(call:errno:)``.
  package func write(_ text: String, to stream: Stream = .output) throws(TerminalError) {
    try write(Array(shown(text, on: stream).utf8), to: stream)
  }

  /// Writes bytes unchanged; see ``write(_:to:)-(String,_)``.
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

  /// Writes lines, each with a line break, in one piece.
  ///
  /// - Throws: the errors of ``write(_:to:)``.
  package func writeLines(_ lines: [String], to stream: Stream = .output) throws(TerminalError) {
    try write(lines.map { $0 + "\n" }.joined(), to: stream)
  }

  /// Makes a write to a closed pipe throw ``TerminalError/closed``. Otherwise it would end the process.
  package static func ignoreBrokenPipes() {
    signal(SIGPIPE, SIG_IGN)
  }

  /// Returns the value of an environment variable.
  package func variable(_ name: String) -> String? {
    if let environment { return environment[name] }
    return getenv(name).map { String(cString: $0) }
  }
}
