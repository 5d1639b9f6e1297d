extension StatementFormat {
  /// The media type of the file.
  public var mediaType: String {
    switch self {
    case .json: "application/json"
    case .csv: "text/csv; charset=utf-8; header=present"
    case .text: "text/plain; charset=utf-8"
    case .pdf: "application/pdf"
    }
  }

  /// The extension of such a file's name, without the point.
  public var fileExtension: String { self == .text ? "txt" : rawValue }
}
