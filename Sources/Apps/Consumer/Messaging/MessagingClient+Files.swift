import Cryptography
import Files
public import MessagingAPI
import PaymentsAPI

extension MessagingClient {
  /// Puts a file into the folder that the chat has given to this app, for a message that is sent next. Once that is
  /// answered, ``detach(_:)`` may remove it: the chat keeps a copy of its own.
  ///
  /// - Parameters:
  ///   - bytes: what is in it.
  ///   - name: 1 to 100 of `A-Z a-z 0-9 . _ -`, the first one no `.`. A file of that name is replaced.
  /// - Throws: `PaymentsFailure` where the name is none, `PrivateFileError`, and see ``MessagingClient``.
  public func attach(_ bytes: [UInt8], named name: String) async throws -> MessageFile {
    guard MessageFile.isName(name) else {
      throw PaymentsFailure(.invalidParams, pointer: "/files", rule: "a file's name")
    }
    try await folder().write(bytes, to: name, replacing: true)
    return MessageFile(name: name, size: bytes.count, sha256: Base64URL.encode(try SHA256.hash(bytes)))
  }

  /// Removes a file from the folder of this app, if it is there.
  ///
  /// - Throws: `PrivateFileError`, and see ``MessagingClient``.
  public func detach(_ name: String) async throws {
    guard MessageFile.isName(name) else { return }
    try await folder().remove(name)
  }

  private func folder() async throws -> PrivateFolder {
    guard let place = try await session.currentSession().folder else { throw PaymentsFailure(.filesNotSupported) }
    return try PrivateFolder(opening: "\(place.services)/\(MessagingMethods.service)/files/\(place.name)")
  }
}
