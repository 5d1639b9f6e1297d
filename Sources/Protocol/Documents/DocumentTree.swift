import Catalogue
public import PaymentsModel

/// Where documents lie: in a folder of their app, inside that of their request, inside the service's.
public enum DocumentTree {
  /// The folder of the catalogue, in the provider's state folder.
  public static let services = Catalogue.folder
  /// The folder of the service.
  public static let service = PaymentsService.name
  /// The folder, inside that of an app, of what has ended; in it is a folder for each day.
  public static let archive = "archive"

  /// The methods that can be requested by a document.
  public static let requests = PaymentsService.requests

  /// The folder of a request's documents, below that of the service.
  public static func folder(of request: String) -> String { request + "s" }

  /// The folder in the archive for what ended at a moment: the day in UTC, such as `2024-03-20`.
  public static func day(of moment: Timestamp) -> String { String(moment.text.unicodeScalars.prefix(10)) }
}
