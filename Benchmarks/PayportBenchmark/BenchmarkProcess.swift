import Dispatch
import Platform
import Processes

/// A server under test. It is started, waited for until it reports that it is ready, and ended by its process id.
final class BenchmarkProcess {
  enum Stream {
    case standardOutput
    case standardError
  }

  let processID: pid_t
  /// The first line that `isReady` accepted.
  let readyLine: String
  /// The time from before the start of the process until its ready line was read.
  let secondsToReady: Double
  private let input: Int32
  private var running = true

  /// Starts `executable` with `arguments` and waits for a line on `stream` that `isReady` accepts.
  init(
    _ executable: String, _ arguments: [String], environment: [String: String] = [:], stream: Stream,
    isReady: (String) -> Bool
  ) throws {
    let begin = monotonicNanoseconds()
    let (inputRead, inputWrite) = try Self.pipe()
    let (outputRead, outputWrite) = try Self.pipe()
    input = inputWrite
    defer {
      close(inputRead)
      close(outputWrite)
    }
    processID = try Self.spawn(
      executable, arguments, environment: environment, standardInput: inputRead, output: outputWrite, stream: stream)
    RunningProcesses.add(processID)
    guard let line = Self.readLine(outputRead, until: isReady) else {
      RunningProcesses.end(processID)
      throw BenchmarkError("\(executable) ended before it was ready")
    }
    readyLine = line
    secondsToReady = Double(monotonicNanoseconds() - begin) / 1e9
    // The output is read and discarded, because a server that logs must not block on a full pipe.
    DispatchQueue.global().async {
      var sink = [UInt8](repeating: 0, count: 65_536)
      while read(outputRead, &sink, sink.count) > 0 {}
      close(outputRead)
    }
  }

  deinit {
    stop()
  }

  /// Asks the process to end and waits until it has.
  func stop() {
    guard running else { return }
    running = false
    RunningProcesses.end(processID)
    close(input)
  }

  /// Runs a command to its end and returns its standard output; throws if the command fails.
  static func output(of executable: String, _ arguments: [String]) throws -> [UInt8] {
    let (inputRead, inputWrite) = try Self.pipe()
    let (outputRead, outputWrite) = try Self.pipe()
    defer { [inputRead, inputWrite, outputRead].forEach { _ = close($0) } }
    let processID = try spawn(
      executable, arguments, environment: [:], standardInput: inputRead, output: outputWrite, stream: .standardOutput)
    close(outputWrite)
    let bytes = try RunFolder.readAll(outputRead)
    var status: Int32 = 0
    guard waitpid(processID, &status, 0) == processID, status == 0 else {
      throw BenchmarkError("\(executable) \(arguments.first ?? "") failed")
    }
    return bytes
  }

  private static func pipe() throws -> (read: Int32, write: Int32) {
    var ends: [Int32] = [0, 0]
    guard Glibc.pipe(&ends) == 0 else { throw BenchmarkError.systemCall("pipe", errno) }
    ends.forEach { _ = fcntl($0, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }

  private static func spawn(
    _ executable: String, _ arguments: [String], environment: [String: String], standardInput: Int32, output: Int32,
    stream: Stream
  ) throws -> pid_t {
    let folders = getenv("PATH").map { String(cString: $0) }
    guard let path = executable.contains("/") ? executable : ProgramLocation.find(executable, in: folders) else {
      throw BenchmarkError("there is no \(executable)")
    }
    let inherited = ChildProgram.ownEnvironment.filter { environment[String($0.prefix { $0 != "=" })] == nil }
    let program = ChildProgram(
      path, arguments, environment: inherited + environment.map { "\($0.key)=\($0.value)" })
    let nothing = open("/dev/null", O_WRONLY | O_CLOEXEC)
    defer { close(nothing) }
    let process =
      switch stream {
      case .standardOutput: program.start(input: standardInput, output: output, error: 2)
      case .standardError: program.start(input: standardInput, output: nothing, error: output)
      }
    guard let process else { throw BenchmarkError("\(path) was not started") }
    return process
  }

  private static func readLine(_ descriptor: Int32, until accepted: (String) -> Bool) -> String? {
    var line: [UInt8] = []
    var byte: UInt8 = 0
    while read(descriptor, &byte, 1) == 1 {
      guard byte == 10 else {
        line.append(byte)
        continue
      }
      let text = String(decoding: line, as: UTF8.self)
      if accepted(text) { return text }
      line.removeAll()
    }
    return nil
  }
}
