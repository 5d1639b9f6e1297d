/// Where an app leaves requests as documents.
public struct DocumentFolder: Codable, Sendable, Hashable {
  /// The path of the folder `.services`.
  public var services: String
  /// The name of the app's folder inside that of each request.
  public var name: String
  /// The key with which the app seals documents and the provider the answers to these: 32 bytes in base64url. Secret.
  public var documentKey: String?

  /// All members; those that may be absent default to that.
  public init(services: String, name: String, documentKey: String? = nil) {
    self.services = services
    self.name = name
    self.documentKey = documentKey
  }

  private enum CodingKeys: String, CodingKey {
    case services
    case name
    case documentKey = "document_key"
  }
}

extension DocumentFolder: CustomStringConvertible {
  /// Everything but the key.
  public var description: String { "DocumentFolder(\(name))" }
}
