import Cryptography
import Platform

/// Reads a secret that a person types: nothing of it is shown.
package enum SecretInput {
  /// The longest secret, in bytes.
  package static let maximumLength = 1024

  /// What came of asking.
  package enum Answer: Sendable, Hashable {
    /// So many bytes were typed, without the line end.
    case typed(Int)
    /// The person pressed Ctrl-C or Ctrl-D, the input ended, or it was too long.
    case cancelled
    /// There is no terminal to ask at.
    case noTerminal
  }

  /// Asks at the terminal and waits for a line. Blocks the thread. Where the input is no terminal the line is read as
  /// it comes, without a prompt.
  ///
  /// - Parameter prompt: shown on the error stream, so that results stay apart; plain text.
  /// - Returns: the line without its end; `nil` at the end of the input, after Ctrl-C or where it is too long.
  /// - Throws: ``TerminalError/system(call:errno:)`` where echoing cannot be turned off: nothing is read then.
  package static func read(prompt: String, _ terminal: Terminal = .standard) throws(TerminalError) -> [UInt8]? {
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: maximumLength, alignment: 1)
    defer {
      wipe(memory)
      memory.deallocate()
    }
    let answer: Answer
    if terminal.readsFromTTY {
      answer = try hidden(
        terminal.input, prompt,
        showing: { text throws(TerminalError) in
          try terminal.write(text, to: .error)
        }, into: memory)
    } else {
      answer = line(terminal.input, isTyped: false, into: memory)
    }
    guard case .typed(let count) = answer else { return nil }
    return Array(memory[..<count])
  }

  /// Asks at the terminal that controls the process, whatever its streams lead to, and waits for a line.
  ///
  /// - Parameters:
  ///   - prompt: shown there; plain text.
  ///   - memory: where the line goes, without its end; the caller wipes it.
  /// - Throws: ``TerminalError/system(call:errno:)`` where echoing cannot be turned off: nothing is read then.
  package static func read(
    prompt: String, into memory: UnsafeMutableRawBufferPointer
  ) throws(TerminalError) -> Answer {
    let descriptor = open("/dev/tty", O_RDWR | O_NOCTTY | O_CLOEXEC)
    guard descriptor >= 0 else { return .noTerminal }
    defer { close(descriptor) }
    let terminal = Terminal(input: descriptor, output: descriptor, error: descriptor)
    return try hidden(
      descriptor, prompt,
      showing: { text throws(TerminalError) in
        try terminal.write(text)
      }, into: memory)
  }

  private static func hidden(
    _ descriptor: Int32, _ prompt: String, showing show: (String) throws(TerminalError) -> Void,
    into memory: UnsafeMutableRawBufferPointer
  ) throws(TerminalError) -> Answer {
    var before = termios()
    guard tcgetattr(descriptor, &before) == 0 else { throw .system(call: "tcgetattr", errno: errno) }
    var silent = before
    // Keys are read one by one and as they are: with signals on, Ctrl-C would end the process with the echo still off,
    // and in whole lines it would be seen only after Enter.
    silent.c_lflag &= ~tcflag_t(ECHO | ECHONL | ICANON | ISIG | IEXTEN)
    withUnsafeMutableBytes(of: &silent.c_cc) { keys in
      keys[Int(VMIN)] = 1
      keys[Int(VTIME)] = 0
    }
    // What was typed before the question is thrown away, so that it cannot answer it; what comes once it is seen
    // counts.
    guard tcsetattr(descriptor, TCSAFLUSH, &silent) == 0 else { throw .system(call: "tcsetattr", errno: errno) }
    defer {
      _ = tcsetattr(descriptor, TCSANOW, &before)
      // The line end was not echoed either. If nobody sees it, nothing is lost.
      try? show("\n")
    }
    try show(prompt)
    return line(descriptor, isTyped: true, into: memory)
  }

  /// Reads byte by byte, so that what follows the line is left to others.
  private static func line(
    _ descriptor: Int32, isTyped: Bool, into memory: UnsafeMutableRawBufferPointer
  ) -> Answer {
    var count = 0
    var byte: UInt8 = 0
    defer { byte = 0 }
    while true {
      let got = readOnce(descriptor, &byte)
      if got < 0, errno == EINTR { continue }
      guard got > 0 else { return count == 0 || isTyped ? .cancelled : .typed(count) }
      switch byte {
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"): return .typed(count)
      // Ctrl-C.
      case 0x03: return .cancelled
      // Ctrl-D.
      case 0x04 where isTyped: return .cancelled
      // Backspace takes a whole character of UTF-8 away.
      case 0x08 where isTyped, 0x7F where isTyped:
        while count > 0 {
          count -= 1
          let removed = memory[count]
          memory[count] = 0
          if removed & 0xC0 != 0x80 { break }
        }
      // Ctrl-U.
      case 0x15 where isTyped: count = 0
      default:
        guard count < memory.count else { return .cancelled }
        memory[count] = byte
        count += 1
      }
    }
  }
}

/// The system call, under a name that the methods above do not hide.
private func readOnce(_ descriptor: Int32, _ byte: UnsafeMutablePointer<UInt8>) -> Int {
  read(descriptor, byte, 1)
}
