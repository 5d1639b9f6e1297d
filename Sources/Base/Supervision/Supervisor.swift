import Platform

#if os(Linux)
  import CSystemd
#endif

/// The program that started this process and watches it, such as systemd. It is told how the process is doing, over the
/// socket that the environment variable `NOTIFY_SOCKET` names (sd_notify(3)).
///
/// Where nobody watches, and on systems without systemd, telling does nothing.
public struct Supervisor: Sendable {
  /// Something that the supervisor is told.
  public enum Message: Sendable, Hashable {
    /// The process does its work: the start, or the reading of a changed configuration, is complete.
    case ready
    /// The process reads its configuration again. ``ready`` has to follow.
    case reloading
    /// The process has begun to end.
    case stopping
    /// The process is not stuck. A supervisor that asked for this restarts a process that stops telling it.
    case alive
    /// How the process is doing, in one line for people.
    case status(String)
  }

  /// Whether the process has to tell that it is not stuck, and within which time. `nil` if nobody asked for it.
  public let watchdog: Duration?

  /// Makes the supervisor of this process.
  public init() {
    var microseconds: UInt64 = 0
    #if os(Linux)
      guard sd_watchdog_enabled(0, &microseconds) > 0 else {
        watchdog = nil
        return
      }
    #endif
    watchdog = microseconds == 0 ? nil : .microseconds(Int64(clamping: microseconds))
  }

  /// Tells all of this at once.
  public func tell(_ messages: Message...) {
    #if os(Linux)
      // A supervisor that does not listen must not stop the process that it watches.
      _ = sd_notify(0, messages.map(Self.line).joined(separator: "\n"))
    #endif
  }

  private static func line(_ message: Message) -> String {
    switch message {
    case .ready: "READY=1"
    case .reloading: "RELOADING=1\nMONOTONIC_USEC=\(monotonicMicroseconds())"
    case .stopping: "STOPPING=1"
    case .alive: "WATCHDOG=1"
    case .status(let text): "STATUS=\(oneLine(text))"
    }
  }

  /// The time by which the supervisor tells that a reload was begun after it asked for it.
  private static func monotonicMicroseconds() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(clamping: time.tv_sec) * 1_000_000 + UInt64(clamping: time.tv_nsec) / 1000
  }

  /// The text without what would end the line or begin another message.
  private static func oneLine(_ text: String) -> String {
    String(decoding: text.utf8.map { $0 < 0x20 || $0 == 0x7F ? 0x20 : $0 }, as: UTF8.self)
  }
}
