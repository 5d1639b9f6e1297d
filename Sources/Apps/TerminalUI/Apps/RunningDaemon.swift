import Platform

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Whether a daemon runs, found out without connecting to it. A service manager may listen in the daemon's place and start
/// it for whoever connects, which is too much for a question that nobody asked.
package enum RunningDaemon {
  /// Whether a program holds the ledger in a state folder, as every daemon does while it runs.
  package static func holdsLedger(in state: String) -> Bool {
    var status = stat()
    guard stat(state + "/ledger/ledger.lock", &status) == 0 else { return false }
    #if os(Linux)
      // The kernel's list of locks names files by their inodes. To try the lock would keep a daemon from starting.
      guard let list = FileManager.default.contents(atPath: "/proc/locks") else { return false }
      return String(decoding: list, as: UTF8.self).split(separator: "\n").contains { line in
        let words = line.split(separator: " ")
        return words.count > 5 && words[1] == "FLOCK" && words[5].split(separator: ":").last == "\(status.st_ino)"
      }
    #else
      return true
    #endif
  }

  /// Whether a process of this user has this identifier.
  package static func isProcess(_ identifier: Int32) -> Bool { identifier > 0 && kill(identifier, 0) == 0 }
}
