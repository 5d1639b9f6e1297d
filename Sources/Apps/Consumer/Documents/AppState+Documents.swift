import Cryptography
import Documents
import Files
import JSON
import PaymentsAPI
import PaymentsModel

/// The operations on an app's documents, on the queue for work that blocks.
extension AppState {
  // MARK: The folder

  /// Stores the folder for documents that a provider has told the app.
  func keepFolder(_ folder: DocumentFolder, of provider: String) throws(AppStateError) {
    guard try documentFolder(of: provider) != folder else { return }
    var object: JSONObject = ["v": 1, "services": .string(folder.services), "name": .string(folder.name)]
    object["document_key"] = folder.documentKey.map(JSONValue.string)
    try documentFolders().write(object, to: provider + ".json", replacing: true)
  }

  func documentFolder(of provider: String) throws(AppStateError) -> DocumentFolder? {
    let name = provider + ".json"
    guard let object = try documentFolders().object(name) else { return nil }
    guard let services = object["services"]?.stringValue, let folder = object["name"]?.stringValue else {
      throw .damaged(name: name)
    }
    return DocumentFolder(
      services: services, name: folder, documentKey: object["document_key"]?.stringValue)
  }

  /// Returns the providers that have told the app a folder.
  func documentProviders() throws(AppStateError) -> [String] {
    try documentFolders().fileNames().filter {
      $0.utf8.reversed().starts(with: ".json".utf8.reversed()) && !$0.utf8.starts(with: ".".utf8)
    }
    .map { String($0.unicodeScalars.dropLast(".json".utf8.count)) }
  }

  // MARK: Documents

  func sign(_ file: [UInt8], _ name: String, for provider: Ed25519.VerifyingKey) throws -> DocumentSignature {
    try Self.sign(file, name, for: provider, by: identity())
  }

  /// Signs a document, seals it if its name says so, and puts it into its folder. A document that is there already is
  /// signed again.
  func submit(
    _ text: [UInt8], of request: SubmittedRequest, named name: DocumentName, in files: DocumentFiles
  ) throws {
    let folder = try files.open(request.request)
    let limit = SubmittedRequest.largestText + DocumentKey.overhead
    var file = text
    if let present = try files.read(name.file, in: folder, limit: limit) {
      guard Self.open(present, named: name, in: files) == text else { throw DocumentError.exists(name: name.file) }
      file = present
    } else if name.form == .sealed {
      file = try Self.sealing { () throws(CryptographyError) in
        try Self.key(files).seal(text, file: name.file, random: SystemRandom())
      }
    }
    try files.put(file, with: sign(file, name.file, for: files.provider), named: name, in: folder)
  }

  /// Returns all documents, sorted by their names.
  func list(_ files: DocumentFiles, archived: Bool) throws(DocumentError) -> [DocumentStatus] {
    var all: [DocumentStatus] = []
    for place in try files.places(archived: archived) {
      for name in try files.names(in: place) { all.append(try files.status(name, in: place)) }
    }
    return all
  }

  /// Returns the document with this file name, from the folders or from the archive.
  func status(_ name: DocumentName, _ files: DocumentFiles) throws(DocumentError) -> DocumentStatus {
    try files.status(name, in: place(of: name, files))
  }

  func remove(_ name: DocumentName, _ files: DocumentFiles, evenUnderWay: Bool) throws(DocumentError) {
    let place = try place(of: name, files)
    if !evenUnderWay, try files.status(name, in: place).answer?.state == .accepted {
      throw .underWay(name: name.file)
    }
    try files.remove(name, in: place)
  }

  private func place(of name: DocumentName, _ files: DocumentFiles) throws(DocumentError) -> DocumentFiles.Place {
    for place in try files.places(archived: true) where place.folder.stamp(name.file) != nil { return place }
    throw .notFound(name: name.file)
  }

  private static func sign(
    _ file: [UInt8], _ name: String, for provider: Ed25519.VerifyingKey, by key: Ed25519.SigningKey
  ) throws(DocumentError) -> DocumentSignature {
    try sealing { () throws(CryptographyError) in
      try DocumentSignature(.document, file, file: name, for: provider, by: key, at: SystemWallClock().now())
    }
  }

  private static func open(_ file: [UInt8], named name: DocumentName, in files: DocumentFiles) -> [UInt8]? {
    guard name.form == .sealed else { return file }
    return try? key(files).open(file, file: name.file)
  }

  private static func key(_ files: DocumentFiles) throws(CryptographyError) -> DocumentKey {
    guard let key = files.folder.documentKey.flatMap({ DocumentKey(base64URL: $0) }) else { throw .invalidKey }
    return key
  }

  private static func sealing<Value>(
    _ body: () throws(CryptographyError) -> Value
  ) throws(DocumentError) -> Value {
    do { return try body() } catch { throw .cryptography }
  }
}
