import Platform
import Synchronization

/// Reads the output of a program, waits for its end, and resumes the tasks that wait for either.
final class ProcessWatch: Sendable {
  private enum Awaited {
    case line(ChildProcess.Stream, @Sendable (String) -> Bool)
    case exit
  }

  private enum Answer {
    case line(String)
    case exit(ChildProcess.Exit)
  }

  private struct Waiter {
    let awaited: Awaited
    let continuation: CheckedContinuation<Result<Answer, ChildProcessError>, Never>
  }

  private struct State {
    var lines: [ChildProcess.Stream: [String]] = [.output: [], .error: []]
    var partial: [ChildProcess.Stream: [UInt8]] = [:]
    var ended: Set<ChildProcess.Stream> = []
    var position: [ChildProcess.Stream: Int] = [:]
    var exit: ChildProcess.Exit?
    var reaped = false
    var waiters: [Int: Waiter] = [:]
    var nextWaiter = 0
  }

  private let state = Mutex(State())
  private let executable: String

  init(executable: String) {
    self.executable = executable
  }

  /// Takes over the descriptors. Until the program has ended, the three threads hold a reference to this object, and
  /// none to the ``ChildProcess``.
  func start(_ process: SpawnedProcess) {
    for (stream, descriptor) in [(ChildProcess.Stream.output, process.output), (.error, process.error)] {
      onOwnThread { self.read(descriptor, stream) }
    }
    let pid = process.pid
    onOwnThread { self.reap(pid) }
  }

  var isRunning: Bool { state.withLock { !$0.reaped } }

  func lines(_ stream: ChildProcess.Stream) -> [String] { state.withLock { $0.lines[stream] ?? [] } }

  func signal(_ number: Int32, pid: pid_t) {
    // While the lock is held the process is not reaped, so its id cannot belong to another process.
    state.withLock { state in
      if !state.reaped { kill(pid, number) }
    }
  }

  func line(
    on stream: ChildProcess.Stream, within limit: Duration, where matches: @escaping @Sendable (String) -> Bool
  ) async throws(ChildProcessError) -> String {
    guard case .line(let text) = try await wait(for: .line(stream, matches), within: limit) else { throw .cancelled }
    return text
  }

  func exit(within limit: Duration) async throws(ChildProcessError) -> ChildProcess.Exit {
    guard case .exit(let exit) = try await wait(for: .exit, within: limit) else { throw .cancelled }
    return exit
  }

  private func wait(for awaited: Awaited, within limit: Duration) async throws(ChildProcessError) -> Answer {
    let number = state.withLock { state in
      state.nextWaiter += 1
      return state.nextWaiter
    }
    let deadline = Task {
      try await Task.sleep(for: limit.withPatience)
      self.give(up: number, with: { .deadline($0) })
    }
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        state.withLock { $0.waiters[number] = Waiter(awaited: awaited, continuation: continuation) }
        serve()
        if Task.isCancelled { give(up: number, with: { _ in .cancelled }) }
      }
    } onCancel: {
      give(up: number, with: { _ in .cancelled })
    }
    deadline.cancel()
    return try result.get()
  }

  private func give(up number: Int, with error: (String) -> ChildProcessError) {
    let waiter = state.withLock { $0.waiters.removeValue(forKey: number) }
    waiter?.continuation.resume(returning: .failure(error(tail())))
  }

  /// Resumes all tasks whose condition is met.
  private func serve() {
    let ready = state.withLock { state in
      var ready: [(Waiter, Result<Answer, ChildProcessError>?)] = []
      for (number, waiter) in state.waiters.sorted(by: { $0.key < $1.key }) {
        switch waiter.awaited {
        case .exit:
          guard let exit = state.exit, state.ended.count == 2 else { continue }
          ready.append((waiter, .success(.exit(exit))))
        case .line(let stream, let matches):
          let lines = state.lines[stream] ?? []
          let start = state.position[stream] ?? 0
          if let index = lines[start...].firstIndex(where: matches) {
            state.position[stream] = index + 1
            ready.append((waiter, .success(.line(lines[index]))))
          } else if state.ended.count == 2, state.exit != nil {
            ready.append((waiter, nil))
          } else {
            continue
          }
        }
        state.waiters[number] = nil
      }
      return ready
    }
    for (waiter, result) in ready {
      waiter.continuation.resume(returning: result ?? .failure(.ended(tail())))
    }
  }

  private func read(_ descriptor: Int32, _ stream: ChildProcess.Stream) {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = buffer.withUnsafeMutableBytes { systemRead(descriptor, $0) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      let bytes = buffer[..<count]
      state.withLock { state in
        var partial = state.partial[stream, default: []]
        for byte in bytes {
          if byte == UInt8(ascii: "\n") {
            state.lines[stream, default: []].append(String(decoding: partial, as: UTF8.self))
            partial = []
          } else {
            partial.append(byte)
          }
        }
        state.partial[stream] = partial
      }
      serve()
    }
    close(descriptor)
    state.withLock { state in
      if let rest = state.partial[stream], !rest.isEmpty {
        state.lines[stream, default: []].append(String(decoding: rest, as: UTF8.self))
      }
      state.partial[stream] = nil
      state.ended.insert(stream)
    }
    serve()
  }

  private func reap(_ pid: pid_t) {
    var information = siginfo_t()
    // The zombie is kept, so that its id stays in use until the lock is held.
    while waitid(P_PID, id_t(pid), &information, WEXITED | WNOWAIT) != 0, errno == EINTR {}
    state.withLock { state in
      var status: Int32 = 0
      while waitpid(pid, &status, 0) < 0, errno == EINTR {}
      let signal = status & 0x7F
      state.exit = signal == 0 ? .code(status >> 8 & 0xFF) : .signal(signal)
      state.reaped = true
    }
    serve()
  }

  private func tail() -> String {
    state.withLock { state in
      let output = (state.lines[.output] ?? []).suffix(20).map { "out| \($0)" }
      let error = (state.lines[.error] ?? []).suffix(20).map { "err| \($0)" }
      let exit = state.exit.map { "\($0)" } ?? "running"
      return ([executable + ": " + exit] + output + error).joined(separator: "\n")
    }
  }
}
