import Cryptography
import Platform

/// Reads a secret that a person types, without showing it.
package enum SecretInput {
  /// The longest secret, in bytes.
  package static let maximumLength = 1024

  /// The result of asking for a secret.
  package enum Answer: Sendable, Hashable {
    /// This number of bytes was typed, without the line break.
    case typed(Int)
    /// The person pressed Ctrl-C or Ctrl-D, the input ended, or the secret was too long.
    case cancelled
    /// There is no terminal.
    case noTerminal
  }

  /// Asks for a line at the terminal, and blocks the thread until it was typed. If the input is no terminal, the line
  /// is read without a prompt.
  ///
  /// - Parameter prompt: a plain text that is shown on the error stream, so that the other stream has only results.
  /// - Returns: the line without its line break; `nil` at the end of the input, after Ctrl-C, or if the line is too
  ///   long.
  /// - Throws: ``TerminalError/system(call:errno:)`` if echoing cannot be turned off. Nothing is read in that case.
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

  /// Asks for a line at the terminal that controls the process, wherever its streams lead, and blocks the thread.
  ///
  /// - Parameters:
  ///   - prompt: a plain text that is shown there.
  ///   - memory: receives the line without its line break. The caller has to wipe it.
  /// - Throws: ``TerminalError/system(call:errno:)`` if echoing cannot be turned off. Nothing is read in that case.
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
    // Keys are read one by one without processing. If signals were enabled, Ctrl-C would end the process while echoing
    // is off; if lines were read, Ctrl-C would be noticed only after Enter.
    silent.c_lflag &= ~tcflag_t(ECHO | ECHONL | ICANON | ISIG | IEXTEN)
    withUnsafeMutableBytes(of: &silent.c_cc) { keys in
      keys[Int(VMIN)] = 1
      keys[Int(VTIME)] = 0
    }
    // Input from before the question is discarded, so that it cannot answer the question. Input after that counts.
    guard tcsetattr(descriptor, TCSAFLUSH, &silent) == 0 else { throw .system(call: "tcsetattr", errno: errno) }
    defer {
      _ = tcsetattr(descriptor, TCSANOW, &before)
      // The line break was not echoed either. If this cannot be written, nothing is lost.
      try? show("\n")
    }
    try show(prompt)
    return line(descriptor, isTyped: true, into: memory)
  }

  /// Reads byte by byte, so that the input after the line stays available to others.
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
      // This is Ctrl-C.
      case 0x03: return .cancelled
      // This is Ctrl-D.
      case 0x04 where isTyped: return .cancelled
      // Backspace removes a whole UTF-8 character.
      case 0x08 where isTyped, 0x7F where isTyped:
        while count > 0 {
          count -= 1
          let removed = memory[count]
          memory[count] = 0
          if removed & 0xC0 != 0x80 { break }
        }
      // This is Ctrl-U.
      case 0x15 where isTyped: count = 0
      default:
        guard count < memory.count else { return .cancelled }
        memory[count] = byte
        count += 1
      }
    }
  }
}

/// The system call under a different name, because the methods above would hide it.
private func readOnce(_ descriptor: Int32, _ byte: UnsafeMutablePointer<UInt8>) -> Int {
  read(descriptor, byte, 1)
}
