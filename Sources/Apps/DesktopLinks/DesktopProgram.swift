import Platform
import Processes

/// A program of the desktop. It runs to its end while a thread of its own waits for it.
struct DesktopProgram: Sendable {
  struct Answer: Sendable {
    let status: Int32
    let output: String
  }

  /// The highest number of bytes of output that are kept. None of the programs prints as much.
  private static let longestOutput = 65_536

  private let name: String
  private let program: ChildProgram

  /// Finds the program with this name in `PATH`.
  ///
  /// - Throws: ``DesktopLinkError/missing(program:)``.
  init(_ name: String, _ arguments: [String], environment: [String: String]) throws(DesktopLinkError) {
    guard let path = ProgramLocation.find(name, in: environment["PATH"]) else { throw .missing(program: name) }
    self.name = name
    program = ChildProgram(path, arguments, environment: environment.map { "\($0.key)=\($0.value)" })
  }

  /// Runs the program with the streams of this process, and returns its exit status.
  func runInForeground() async throws(DesktopLinkError) -> Int32 {
    try await onThread { program.start(input: 0, output: 1, error: 2).map(ChildProgram.end(of:)) }
  }

  /// Runs the program away from this process's terminal, without input or output, and returns its exit status.
  func runInBackground() async throws(DesktopLinkError) -> Int32 {
    try await onThread {
      let nothing = open("/dev/null", O_RDWR | O_CLOEXEC)
      defer { close(nothing) }
      guard nothing >= 0 else { return nil }
      return program.start(input: nothing, output: nothing, error: nil, isDetached: true).map(ChildProgram.end(of:))
    }
  }

  /// Runs the program without input, and returns its output.
  func run() async throws(DesktopLinkError) -> Answer {
    try await onThread {
      guard let pair = SocketPair() else { return nil }
      let nothing = open("/dev/null", O_RDONLY | O_CLOEXEC)
      defer { close(nothing) }
      guard nothing >= 0, let process = program.start(input: nothing, output: pair.theirs, error: nil) else {
        return nil
      }
      pair.closeTheirs()
      let output = Self.readAll(pair.ours)
      return Answer(status: ChildProgram.end(of: process), output: String(decoding: output, as: UTF8.self))
    }
  }

  private static func readAll(_ descriptor: Int32) -> [UInt8] {
    var output: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = read(descriptor, &chunk, chunk.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return output }
      // Further output is read and discarded, so that the program can end.
      if output.count < longestOutput { output += chunk[..<count] }
    }
  }

  private func onThread<Value: Sendable>(
    _ body: @escaping @Sendable () -> Value?
  ) async throws(DesktopLinkError) -> Value {
    let value = await withCheckedContinuation { continuation in
      let started = DetachedThread.start(name: "desktop") { continuation.resume(returning: body()) }
      if !started { continuation.resume(returning: nil) }
    }
    guard let value else { throw .failed(program: name, status: -1) }
    return value
  }
}
