import ChatPayments
import Platform
import TerminalUI

extension ChatSession {
  /// The place of a received file in the chat.
  struct ReceivedFile: Sendable {
    let room: RoomID
    let message: MessageID
    let info: ChatFileInfo
  }

  /// Returns the number of a received file; `nil` for a file of this person.
  func number(of file: ChatFileInfo, _ message: ChatMessage) -> Int? {
    guard message.from != rooms[message.room]?.me else { return nil }
    if let index = files.firstIndex(where: { $0.room == message.room && $0.message == message.id }) {
      return index + 1
    }
    files.append(ReceivedFile(room: message.room, message: message.id, info: file))
    return files.count
  }

  /// Writes a received file into a folder, under a name that does not exist there yet.
  ///
  /// - Throws: ``CommandFailure``, `ChatTransportError`.
  func save(_ number: Int, into folder: String?) async throws {
    guard files.indices.contains(number - 1) else {
      throw CommandFailure(.dataError, reason: "unknown_file", localized("There is no file f\(number)."))
    }
    let folder = try Self.folder(folder)
    guard let carrier = network.transport as? any ChatFileTransport else {
      throw CommandFailure(.dataError, reason: "no_files", localized("\(network.shownName) carries no files."))
    }
    let place = files[number - 1]
    let file: ChatFile
    do {
      file = try await carrier.file(of: place.message, in: place.room)
    } catch ChatTransportError.unknownMessage {
      throw CommandFailure(
        .dataError, reason: "file_gone", localized("\(network.shownName) does not have that file any more."))
    }
    for copy in 1...Self.mostCopies {
      let path = folder + "/" + SavedFileName.make(of: place.info.name, copy: copy)
      do {
        try LocalFile.create(path, file.bytes)
      } catch {
        guard error.reason == "file_exists", copy < Self.mostCopies else { throw error }
        continue
      }
      return say(
        localized(
          "Saved: \(path), \(FileWords.size(file.bytes.count)). It was not checked: open it only if you expect it.")
      )
    }
  }

  private static let mostCopies = 100

  /// Returns the folder that was typed. Without one it returns the folder for downloads, or the home folder.
  private static func folder(_ typed: String?) throws(CommandFailure) -> String {
    let home = getenv("HOME").map { String(cString: $0) } ?? "."
    if let typed {
      let path = typed == "~" ? home : typed.hasPrefix("~/") ? home + typed.dropFirst() : typed
      guard isFolder(path) else {
        throw CommandFailure(
          .dataError, reason: "no_folder", localized("There is no folder \(SafeText(path, limit: 200))."))
      }
      return path
    }
    return isFolder(home + "/Downloads") ? home + "/Downloads" : home
  }

  private static func isFolder(_ path: String) -> Bool {
    var facts = stat()
    return stat(path, &facts) == 0 && facts.st_mode & S_IFMT == S_IFDIR
  }
}
