import Cryptography
import Platform
import Processes

/// Runs a helper program to its end, with secrets through its standard streams only, and not for longer than allowed.
struct HelperProcess {
  /// What came of it.
  struct Outcome {
    /// The code that it ended with; -1 where a signal or the limit ended it.
    let status: Int32
    /// Whether the limit ended it.
    let wasTooSlow: Bool
    /// The start of its standard output.
    let output: SecretBytes
    /// How much of `output` is it.
    let outputCount: Int
    /// The start of its standard error, which is for people.
    let words: String
  }

  let executable: String
  let arguments: [String]
  /// The program's language is set to C, so that its words can be read.
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

  /// Runs it.
  ///
  /// - Parameter input: what it reads.
  /// - Returns: nil where the system started no process.
  func run(input: SecretBytes?) -> Outcome? {
    guard let stdin = SocketPair(), let stdout = SocketPair(), let stderr = SocketPair() else { return nil }
    let program = ChildProgram(executable, arguments, environment: environment)
    guard let pid = program.start(input: stdin.theirs, output: stdout.theirs, error: stderr.theirs) else { return nil }
    stdin.closeTheirs()
    stdout.closeTheirs()
    stderr.closeTheirs()
    // A secret is far smaller than what a socket holds, so this does not block.
    input?.withUnsafeBytes { _ = stdin.send($0) }
    stdin.closeOurs()
    return collect(pid, stdout.ours, stderr.ours)
  }

  private func collect(_ pid: pid_t, _ stdout: Int32, _ stderr: Int32) -> Outcome {
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
