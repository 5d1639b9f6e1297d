import Catalogue
public import PaymentsModel

/// The folders of documents. A document is in a folder of its app, inside the folder of its request, inside the folder
/// of the service.
public enum DocumentTree {
  /// The name of the catalogue's folder in the provider's state folder.
  public static let services = Catalogue.folder
  /// The name of the service's folder.
  public static let service = PaymentsService.name
  /// The name of the archive, which is in an app's folder and has a folder for each day.
  public static let archive = "archive"

  /// The methods that can be requested by a document.
  public static let requests = PaymentsService.requests

  /// The name of the folder of a request's documents in the service's folder.
  public static func folder(of request: String) -> String { request + "s" }

  /// The name of the folder in the archive for documents that ended at a moment: the day in UTC, such as `2024-03-20`.
  public static func day(of moment: Timestamp) -> String { String(moment.text.unicodeScalars.prefix(10)) }
}
