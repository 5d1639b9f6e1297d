import Files
import Platform
import RPCRuntime

/// Puts files in the place of those of a state folder, by renames that are taken back if one of them fails.
///
/// If the machine stops in between, the provider refuses to start until a backup was restored.
struct StateExchange: Sendable {
  /// The state folder.
  let state: String
  /// The names that are exchanged.
  let names: [String]

  /// A rename that was made.
  private struct Move {
    let from: String
    let to: String
  }

  /// Moves what is there into a new folder and the new files into its place.
  ///
  /// - Parameters:
  ///   - staging: the folder of the new files.
  ///   - aside: the path of the folder for what is there; `nil` if nothing is.
  ///   - finish: what has to succeed with the new files in place.
  /// - Throws: ``BackupFailure`` and what `finish` throws. The state folder is as it was then.
  func run(from staging: String, aside: String?, finish: (PrivateFolder) throws -> Void) throws {
    let folder = try PrivateFolder(opening: state)
    // All that was unpacked is on the disk before it takes the place of anything.
    sync()
    try folder.write([], to: UnfinishedRestore.fileName, replacing: true)
    var moves: [Move] = []
    do {
      if let aside {
        guard mkdir(aside, 0o700) == 0 else {
          throw BackupFailure("\(aside) cannot be made: \(BackupManifest.systemWords())")
        }
        for name in names where OutputFile.exists(state + "/" + name) { try move(name, from: state, to: aside, &moves) }
      }
      for name in names where OutputFile.exists(staging + "/" + name) {
        try move(name, from: staging, to: state, &moves)
      }
      try folder.synchronize()
      try finish(folder)
      try folder.remove(UnfinishedRestore.fileName)
      try folder.synchronize()
    } catch {
      try takeBack(moves, folder, after: error)
      if let aside { rmdir(aside) }
      throw error
    }
  }

  private func move(_ name: String, from folder: String, to other: String, _ moves: inout [Move]) throws {
    let move = Move(from: "\(folder)/\(name)", to: "\(other)/\(name)")
    guard rename(move.from, move.to) == 0 else {
      throw BackupFailure("\(move.from) cannot be moved to \(other): \(BackupManifest.systemWords())")
    }
    moves.append(move)
  }

  private func takeBack(_ moves: [Move], _ folder: PrivateFolder, after error: any Error) throws {
    for move in moves.reversed() {
      // The sign that the exchange is unfinished stays, so that no provider starts with half of it.
      guard rename(move.to, move.from) == 0 else {
        throw BackupFailure("\(error); and \(move.to) cannot be moved back: \(BackupManifest.systemWords())")
      }
    }
    try folder.synchronize()
    try folder.remove(UnfinishedRestore.fileName)
    try folder.synchronize()
  }
}

/// The sign that a restoration was interrupted between its first and its last rename.
enum UnfinishedRestore {
  static let fileName = "restore.unfinished"

  /// Refuses a state folder with the sign.
  ///
  /// - Throws: ``ProviderStartError/unusableLedger(_:folder:)``.
  static func check(_ directories: PayportDirectories) throws(ProviderStartError) {
    guard OutputFile.exists("\(directories.state)/\(fileName)") else { return }
    throw .unusableLedger(.restoreUnfinished, folder: directories.state)
  }
}
