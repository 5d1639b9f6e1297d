import Cryptography
import Platform
import Processes

/// Runs a helper program until it ends, but not longer than a limit. Secrets are passed through its standard streams
/// only.
struct HelperProcess {
  /// The result of running the program.
  struct Outcome {
    /// The exit code; -1 if a signal or the time limit ended the program.
    let status: Int32
    /// Whether the time limit ended the program.
    let wasTooSlow: Bool
    /// A buffer with the beginning of the standard output.
    let output: SecretBytes
    /// The number of bytes in `output` that the program wrote.
    let outputCount: Int
    /// The beginning of the standard error, which is text for people.
    let words: String
  }

  let executable: String
  let arguments: [String]
  /// The environment of the program. Its language is set to C, so that its messages can be parsed.
  let environment: [String]
  let limit: Duration

  init(_ executable: String, _ arguments: [String], limit: Duration) {
    self.executable = executable
    self.arguments = arguments
    self.limit = limit
    let kept = ChildProgram.ownEnvironment.filter {
      !$0.utf8.starts(with: "LC_ALL=".utf8) && !$0.utf8.starts(with: "LANGUAGE=".utf8)
    }
    environment = kept + ["LC_ALL=C"]
  }

  /// Runs the program.
  ///
  /// - Parameter input: the bytes for its standard input.
  /// - Returns: nil if the system could not start a process.
  func run(input: SecretBytes?) -> Outcome? {
    guard let stdin = SocketPair(), let stdout = SocketPair(), let stderr = SocketPair() else { return nil }
    let program = ChildProgram(executable, arguments, environment: environment)
    guard let pid = program.start(input: stdin.theirs, output: stdout.theirs, error: stderr.theirs) else { return nil }
    stdin.closeTheirs()
    stdout.closeTheirs()
    stderr.closeTheirs()
    // A secret is far smaller than a socket's buffer, so this does not block.
    input?.withUnsafeBytes { _ = stdin.send($0) }
    stdin.closeOurs()
    return collect(pid, stdout: stdout.ours, stderr: stderr.ours)
  }

  private func collect(_ pid: pid_t, stdout: Int32, stderr: Int32) -> Outcome {
    let deadline = ContinuousClock.now + limit
    var words: [UInt8] = []
    var count = 0
    var open: Set<Int32> = [stdout, stderr]
    var wasTooSlow = false
    let output = SecretBytes(count: 4096) { buffer in
      let scratch = UnsafeMutableRawBufferPointer.allocate(byteCount: 4096, alignment: 1)
      defer {
        wipe(scratch)
        scratch.deallocate()
      }
      while !open.isEmpty {
        let left = (deadline - .now).components
        let milliseconds = left.seconds * 1000 + left.attoseconds / 1_000_000_000_000_000
        guard milliseconds > 0 else {
          wasTooSlow = true
          break
        }
        var waits = open.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        guard poll(&waits, nfds_t(waits.count), Int32(clamping: milliseconds)) > 0 else { continue }
        for wait in waits where wait.revents != 0 {
          let got = recv(wait.fd, scratch.baseAddress, scratch.count, 0)
          if got < 0, errno == EINTR { continue }
          guard got > 0 else {
            open.remove(wait.fd)
            continue
          }
          if wait.fd == stdout {
            let kept = min(got, buffer.count - count)
            UnsafeMutableRawBufferPointer(rebasing: buffer[count..<count + kept])
              .copyMemory(from: UnsafeRawBufferPointer(rebasing: scratch[..<kept]))
            count += kept
          } else {
            words += scratch[..<min(got, 2048 - min(words.count, 2048))]
          }
        }
      }
    }
    if wasTooSlow { kill(pid, SIGKILL) }
    return Outcome(
      status: ChildProgram.end(of: pid), wasTooSlow: wasTooSlow, output: output,
      outputCount: count, words: String(decoding: words, as: UTF8.self))
  }
}
