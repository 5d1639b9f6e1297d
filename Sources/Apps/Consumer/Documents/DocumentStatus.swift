public import Documents
public import PaymentsModel

/// A document with the provider's answer.
public struct DocumentStatus: Sendable, Equatable {
  /// The method that the document requests.
  public let request: String
  /// The name of the document.
  public let name: DocumentName
  /// The folder of the archive that contains the document; `nil` while it is in the app's folder.
  public let archived: String?
  /// The answer; `nil` while there is none.
  public let answer: DocumentAnswer?
  /// The time at which the answer was written.
  public let answeredAt: Timestamp?
}
