import Platform
import Synchronization
package import TerminalUI

/// A terminal whose other end belongs to the test, which types keys and reads the screen.
package final class PseudoTerminal: Sendable {
  /// Why the terminal does not show what a test waits for.
  package struct Failure: Error, CustomStringConvertible {
    /// The description of the failure, with the content of the screen.
    package let description: String
  }

  /// The program's end of the terminal.
  package let terminal: Terminal
  private let master: Int32
  private let slave: Int32
  private let screen: Mutex<Screen>
  /// The first bytes of a sign whose rest was not read yet.
  private let undecoded = Mutex<[UInt8]>([])

  /// Creates a terminal with this number of columns and 24 lines.
  package init(width: UInt16 = 60, environment: [String: String] = ["TERM": "xterm"]) throws {
    (master, slave) = try Self.openPair()
    var size = winsize(ws_row: 24, ws_col: width, ws_xpixel: 0, ws_ypixel: 0)
    guard ioctl(slave, UInt(TIOCSWINSZ), &size) == 0 else { throw Failure(description: "no size: errno \(errno)") }
    terminal = Terminal(input: slave, output: slave, error: slave, environment: environment)
    screen = Mutex(Screen(width: Int(width)))
  }

  private static func openPair() throws -> (Int32, Int32) {
    #if canImport(Darwin)
      let master = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC)
      guard master >= 0, grantpt(master) == 0, unlockpt(master) == 0,
        let name = ptsname(master).map(String.init(cString:))
      else { throw Failure(description: "no pseudo terminal: errno \(errno)") }
    #else
      // Feature macros hide the functions of <stdlib.h> from Swift. These are the calls that they make (ioctl_tty(2)).
      let master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
      var lock: Int32 = 0
      var number: UInt32 = 0
      guard master >= 0, ioctl(master, 0x4004_5431, &lock) == 0, ioctl(master, 0x8004_5430, &number) == 0 else {
        throw Failure(description: "no pseudo terminal: errno \(errno)")
      }
      let name = "/dev/pts/\(number)"
    #endif
    let slave = open(name, O_RDWR | O_NOCTTY | O_CLOEXEC)
    guard slave >= 0 else { throw Failure(description: "no slave: errno \(errno)") }
    return (master, slave)
  }

  deinit {
    close(slave)
    close(master)
  }

  /// Types keys.
  package func type(_ keys: String) throws {
    try Terminal(output: master).write(keys)
  }

  /// Types keys that end a line or the input while the terminal itself edits lines. It waits until the kernel has
  /// processed them, because otherwise they would be processed in whichever mode the terminal has later.
  package func typeAhead(_ keys: String) throws {
    try type(keys)
    var ready = pollfd(fd: slave, events: Int16(POLLIN), revents: 0)
    guard poll(&ready, 1, 20_000) > 0 else { throw Failure(description: "what was typed never came") }
  }

  /// Types keys once they are read one by one. An editor may show its prompt earlier, and keys typed before that are
  /// shown twice or lost.
  package func typeKeys(_ keys: String) async throws {
    _ = try await eventually("keys are read one by one") { () -> Bool? in
      var attributes = termios()
      guard tcgetattr(master, &attributes) == 0 else { return nil }
      return attributes.c_lflag & tcflag_t(ICANON) == 0 ? true : nil
    }
    try type(keys)
  }

  /// Waits until the lines of the screen meet a condition; throws with the screen after thirty seconds.
  @discardableResult
  package func screen(_ isReached: @escaping @Sendable ([String]) -> Bool) async throws -> [String] {
    try await blocking { try self.read(until: isReached) }
  }

  /// How many bytes at the end begin a sign of UTF-8 that is not whole.
  private static func cut(at bytes: [UInt8]) -> Int {
    for (index, byte) in bytes.suffix(3).reversed().enumerated() where byte & 0xC0 != 0x80 {
      let length = byte < 0xC0 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
      return length > index + 1 ? index + 1 : 0
    }
    return 0
  }

  private func read(until isReached: ([String]) -> Bool) throws -> [String] {
    let deadline = ContinuousClock.now + .seconds(30)
    while true {
      let lines = screen.withLock { $0.lines }
      if isReached(lines) { return lines }
      var ready = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
      // The time limit is computed again, because something may be drawn all the time.
      let left = Int32(max(.zero, (deadline - .now) / .milliseconds(1)))
      guard poll(&ready, 1, left) > 0 else {
        throw Failure(description: "the screen stays at\n" + lines.joined(separator: "\n"))
      }
      var bytes = [UInt8](repeating: 0, count: 4096)
      let count = readOnce(master, &bytes)
      guard count > 0 else { throw Failure(description: "the terminal was closed") }
      // A sign of several bytes may have been cut; its rest comes with the next read.
      let text = undecoded.withLock { rest in
        let all = rest + bytes[..<count]
        let whole = all.count - Self.cut(at: all)
        rest = Array(all[whole...])
        return String(decoding: all[..<whole], as: UTF8.self)
      }
      screen.withLock { $0.write(text) }
    }
  }
}

/// The system call under a different name, because the methods above would hide it.
private func readOnce(_ descriptor: Int32, _ bytes: inout [UInt8]) -> Int {
  read(descriptor, &bytes, bytes.count)
}
