/// The folder in which an app puts requests as documents.
public struct DocumentFolder: WireObject {
  /// The path of the folder `.services`.
  public var services: String
  /// The name of the app's folder inside the folder of each request.
  public var name: String
  /// The key with which the app seals documents and the provider seals the answers: 32 bytes in base64url. It is
  /// secret.
  public var documentKey: String?

  /// Makes a value from all members; optional members default to nil.
  public init(services: String, name: String, documentKey: String? = nil) {
    self.services = services
    self.name = name
    self.documentKey = documentKey
  }
}

extension DocumentFolder: CustomStringConvertible {
  /// A text for logs, without the key.
  public var description: String { "DocumentFolder(\(name))" }
}
