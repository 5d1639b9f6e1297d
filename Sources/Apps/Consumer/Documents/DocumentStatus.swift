public import Documents
public import PaymentsModel

/// A document, and what the provider answers to it.
public struct DocumentStatus: Sendable, Equatable {
  /// The method that it requests.
  public let request: String
  /// Its name.
  public let name: DocumentName
  /// The folder of the archive that it is in; `nil` while it is in the app's folder.
  public let archived: String?
  /// The answer; `nil` while there is none.
  public let answer: DocumentAnswer?
  /// When that was written.
  public let answeredAt: Timestamp?
}
