import Cryptography
import Files
public import MessagingAPI
import PaymentsAPI

extension MessagingClient {
  /// Puts a file into the folder that the chat has given this app, for a message that is sent afterwards. When the
  /// message is accepted, ``detach(_:)`` may remove the file, because the chat has made a copy.
  ///
  /// - Parameters:
  ///   - bytes: the content of the file.
  ///   - name: 1 to 100 of `A-Z a-z 0-9 . _ -`, not beginning with `.`. An existing file with this name is replaced.
  /// - Throws: `PaymentsFailure` if the name is invalid, `PrivateFileError`; see also ``MessagingClient``.
  public func attach(_ bytes: [UInt8], named name: String) async throws -> MessageFile {
    guard MessageFile.isName(name) else {
      throw PaymentsFailure(.invalidParams, pointer: "/files", rule: "a file's name")
    }
    try await folder().write(bytes, to: name, replacing: true)
    return MessageFile(name: name, size: bytes.count, sha256: Base64URL.encode(try SHA256.hash(bytes)))
  }

  /// Removes a file from the folder of this app, if it exists.
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
