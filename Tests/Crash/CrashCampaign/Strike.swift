#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Where and how a program is to be struck; see `Tests/Crash/Strike/strike.c`.
struct Strike: Sendable, Hashable {
  enum Action: String, Sendable {
    /// Killed in place of the call.
    case kill
    /// Killed after the call.
    case after
    /// Killed when half of the bytes were written.
    case torn
    /// The call fails: the disk is broken.
    case eio
    /// The call fails: the disk is full.
    case enospc
  }

  /// The number of the call, from 1; 0 for none.
  var at = 0
  var action = Action.kill
  /// Whether all later calls are struck too.
  var persists = false
  /// Files and folders, below which calls count.
  var under: [String] = []
  /// Whether what is sent to sockets counts.
  var sockets = false
  /// Where a file is kept as it was when last synchronised.
  var shadow: String?

  /// The arguments of `strike`.
  func arguments(log: String) -> [String] {
    var arguments = under.flatMap { ["--under", $0] } + ["--log", log]
    if sockets { arguments.append("--sockets") }
    if let shadow { arguments += ["--shadow", shadow] }
    arguments += ["--do", action.rawValue]
    if at > 0 { arguments += ["--at", "\(at)"] }
    if persists { arguments.append("--from") }
    return arguments + ["--"]
  }
}

/// A call that counted, as `strike` logged it.
struct CountedCall: Sendable {
  let number: Int
  let call: String
  /// The file's name, or `socket`.
  let file: String
  let bytes: Int
  let isStruck: Bool

  /// The calls in a log.
  static func read(_ path: String) -> [CountedCall] {
    guard let bytes = FileManager.default.contents(atPath: path) else { return [] }
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").compactMap { line in
      let parts = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      guard parts.count == 5, let number = Int(parts[0]), let bytes = Int(parts[3]) else { return nil }
      let file = parts[2].hasPrefix("socket:") ? "socket" : parts[2].split(separator: "/").last.map(String.init) ?? ""
      return CountedCall(number: number, call: parts[1], file: file, bytes: bytes, isStruck: parts[4] == "struck")
    }
  }

  /// Such as `pwrite64 ledger.sqlite-wal`; names made at random are shortened to what they begin with.
  var place: String {
    guard file.hasPrefix(".") else { return "\(call) \(file)" }
    return "\(call) .\(file.dropFirst().prefix { $0 != "." })…"
  }
}
