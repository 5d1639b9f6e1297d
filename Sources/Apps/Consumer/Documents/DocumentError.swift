public import Documents
public import Files

/// Why a document was not signed, submitted, found or removed.
public enum DocumentError: Error, Sendable, Hashable {
  /// The provider has not told this app a folder, because the app is not paired or the provider takes no documents.
  case noFolder
  /// The name is no name of a document. It must be letters, digits, `-` and `_`, followed by `.yml` or `.sealed`.
  case notAName(String)
  /// The folder contains another document with this name.
  case exists(name: String)
  /// Neither the folders nor the archive contain a document with this name.
  case notFound(name: String)
  /// The request of the document is under way, and removing the document would not end it.
  case underWay(name: String)
  /// The provider would refuse the document; the value has the fault and its place.
  case refused(DocumentRefusal)
  /// The answer beside the document was not signed by the provider.
  case forgedAnswer(name: String)
  /// A file or folder could not be read or written, or its owner or permissions are wrong.
  case file(name: String, PrivateFileError)
  /// The system's cryptography failed.
  case cryptography
}
