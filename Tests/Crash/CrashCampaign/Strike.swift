#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The place and the manner in which a program is struck; see `Tests/Crash/Strike/strike.c`.
struct Strike: Sendable, Hashable {
  enum Action: String, Sendable {
    /// The program is killed, and the call is not made.
    case kill
    /// The program is killed after the call.
    case after
    /// The program is killed after half of the bytes were written.
    case torn
    /// The call fails as on a broken disk.
    case eio
    /// The call fails as on a full disk.
    case enospc
  }

  /// The number of the call, beginning with 1; 0 means no strike.
  var at = 0
  var action = Action.kill
  /// Whether all later calls fail too.
  var persists = false
  /// The files and folders in which calls count.
  var under: [String] = []
  /// Whether calls that send to a socket count.
  var sockets = false
  /// The folder in which the last synchronised content of each file is kept.
  var shadow: String?

  /// Returns the arguments of `strike`.
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

/// A call that counted, from the log of `strike`.
struct CountedCall: Sendable {
  let number: Int
  let call: String
  /// The name of the file, or `socket`.
  let file: String
  let bytes: Int
  let isStruck: Bool

  /// Reads the calls from a log.
  static func read(_ path: String) -> [CountedCall] {
    guard let bytes = FileManager.default.contents(atPath: path) else { return [] }
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").compactMap { line in
      let parts = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      guard parts.count == 5, let number = Int(parts[0]), let bytes = Int(parts[3]) else { return nil }
      let file = parts[2].hasPrefix("socket:") ? "socket" : parts[2].split(separator: "/").last.map(String.init) ?? ""
      return CountedCall(number: number, call: parts[1], file: file, bytes: bytes, isStruck: parts[4] == "struck")
    }
  }

  /// The call and its file, for example `pwrite64 ledger.sqlite-wal`. Random names are shortened to their beginning.
  var place: String {
    guard file.hasPrefix(".") else { return "\(call) \(file)" }
    return "\(call) .\(file.dropFirst().prefix { $0 != "." })…"
  }
}
