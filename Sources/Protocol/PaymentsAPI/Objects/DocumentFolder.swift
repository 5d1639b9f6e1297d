/// Where an app leaves requests as documents.
public struct DocumentFolder: WireObject {
  /// The path of the folder `.services`.
  public var services: String
  /// The name of the app's folder inside that of each request.
  public var name: String
  /// The key with which the app seals documents and the provider the answers to these: 32 bytes in base64url. Secret.
  public var documentKey: String?

  /// Makes the object of its members; one that may be absent is, unless it is given.
  public init(services: String, name: String, documentKey: String? = nil) {
    self.services = services
    self.name = name
    self.documentKey = documentKey
  }
}

extension DocumentFolder: CustomStringConvertible {
  /// Everything but the key.
  public var description: String { "DocumentFolder(\(name))" }
}
