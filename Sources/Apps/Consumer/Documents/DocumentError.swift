public import Documents
public import Files

/// Why a document was not signed, submitted, found or removed.
public enum DocumentError: Error, Sendable, Hashable {
  /// The provider has not told this app of a folder: it has not let the app in, or takes no documents.
  case noFolder
  /// The name is none of a document: letters, digits, `-` and `_`, and `.yml` or `.sealed`.
  case notAName(String)
  /// Another document of this name lies there already.
  case exists(name: String)
  /// There is no document of this name, neither in the folders nor in the archive.
  case notFound(name: String)
  /// Its request goes on: removing the document would not end it.
  case underWay(name: String)
  /// It is no request that the provider would take: what is wrong, and where.
  case refused(DocumentRefusal)
  /// The answer beside it is not the provider's.
  case forgedAnswer(name: String)
  /// A file or folder could not be read or written, or must not be; its name.
  case file(name: String, PrivateFileError)
  /// The system's cryptography failed.
  case cryptography
}
