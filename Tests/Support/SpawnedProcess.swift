import Platform
import Processes
import TerminalUI

/// A program that was just started with pipes as its output. It owns nothing; the descriptors are passed on.
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
    let nothing = open("/dev/null", O_RDONLY | O_CLOEXEC)
    defer { close(nothing) }
    let (input, output) =
      switch kind {
      case .none: (nothing, outputPipe.writing)
      case .pipe: (inputPipe?.reading ?? -1, outputPipe.writing)
      case .terminal(let terminal): (terminal.input, terminal.input)
      }
    // Not every C library can start a program in another directory; a shell that replaces itself can.
    let command =
      directory.map { ["/bin/sh", "-c", #"cd "$0" && exec "$@""#, $0, executable] } ?? [executable]
    let program = ChildProgram(
      command[0], command.dropFirst() + arguments, environment: environment.map { "\($0.key)=\($0.value)" })
    // What else the runner has open would keep other tests' pipes from ending.
    let process = program.start(input: input, output: output, error: errorPipe.writing, closesOthers: true)
    outputPipe.closeWriting()
    errorPipe.closeWriting()
    inputPipe?.closeReading()
    guard let process else {
      outputPipe.closeReading()
      errorPipe.closeReading()
      inputPipe?.closeWriting()
      throw .notStarted(executable)
    }
    pid = process
    self.output = outputPipe.reading
    error = errorPipe.reading
    self.input = inputPipe?.writing ?? -1
  }
}

private struct Pipe {
  let reading: Int32
  let writing: Int32

  init() throws(ChildProcessError) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw .notStarted("pipe") }
    // The descriptors are not inherited by other children, which would keep the pipe open after this child has ended.
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    reading = ends[0]
    writing = ends[1]
  }

  func closeReading() { close(reading) }
  func closeWriting() { close(writing) }
}
