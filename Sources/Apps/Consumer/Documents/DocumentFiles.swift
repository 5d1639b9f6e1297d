import Cryptography
import Documents
import Files
import PaymentsAPI
import PaymentsModel

/// The files of an app's documents in the folders of a provider. All methods block while they wait for the disk.
struct DocumentFiles {
  let folder: DocumentFolder
  /// The provider's key.
  let provider: Ed25519.VerifyingKey
  /// The app's key.
  let app: Ed25519.VerifyingKey

  /// A folder that contains documents: the folder of a request, or a folder of its archive.
  struct Place {
    let request: String
    let archived: String?
    let folder: PrivateFolder
  }

  /// Returns the path of a request's folder.
  static func path(of request: String, in folder: DocumentFolder) -> String {
    [folder.services, DocumentTree.service, DocumentTree.folder(of: request), folder.name].joined(separator: "/")
  }

  func open(_ request: String) throws(DocumentError) -> PrivateFolder {
    do {
      return try PrivateFolder(opening: folder.services).subfolder(DocumentTree.service)
        .subfolder(DocumentTree.folder(of: request)).subfolder(folder.name)
    } catch {
      throw .file(name: Self.path(of: request, in: folder), error)
    }
  }

  /// Returns the folders of all requests, followed by those of their archives, the newest first.
  func places(archived: Bool) throws(DocumentError) -> [Place] {
    var places: [Place] = []
    var archives: [Place] = []
    for request in DocumentTree.requests {
      let path = Self.path(of: request, in: folder)
      do {
        let folder: PrivateFolder
        do { folder = try open(request) } catch { continue }
        places.append(Place(request: request, archived: nil, folder: folder))
        guard archived, folder.stamp(DocumentTree.archive) != nil else { continue }
        let archive = try folder.subfolder(DocumentTree.archive)
        for day in try archive.names().reversed() {
          archives.append(Place(request: request, archived: day, folder: try archive.subfolder(day)))
        }
      } catch {
        throw .file(name: path, error)
      }
    }
    return places + archives
  }

  func names(in place: Place) throws(DocumentError) -> [DocumentName] {
    do {
      return try place.folder.names().compactMap { DocumentName(file: $0) }.sorted()
    } catch {
      throw .file(name: place.folder.path, error)
    }
  }

  /// Returns the current state of a document with its answer.
  ///
  /// - Throws: ``DocumentError/forgedAnswer(name:)``, also at the moment when the provider writes another answer.
  func status(_ name: DocumentName, in place: Place) throws(DocumentError) -> DocumentStatus {
    let limit = DocumentAnswer.largestText + DocumentKey.overhead
    guard let bytes = try read(name.answerFile, in: place.folder, limit: limit),
      let signed = try read(
        DocumentName.signature(of: name.answerFile), in: place.folder, limit: DocumentSignature.largestFile)
    else {
      return DocumentStatus(
        request: place.request, name: name, archived: place.archived, answer: nil, answeredAt: nil)
    }
    guard let signature = DocumentSignature(parsing: signed), signature.key == provider,
      signature.isValid(.answer, bytes, file: name.answerFile, for: app), let answer = open(bytes, name)
    else { throw .forgedAnswer(name: name.answerFile) }
    return DocumentStatus(
      request: place.request, name: name, archived: place.archived, answer: answer, answeredAt: signature.signedAt)
  }

  private func open(_ bytes: [UInt8], _ name: DocumentName) -> DocumentAnswer? {
    guard name.form == .sealed else { return DocumentAnswer(parsing: bytes) }
    guard let key = folder.documentKey.flatMap({ DocumentKey(base64URL: $0) }),
      let text = try? key.open(bytes, file: name.answerFile)
    else { return nil }
    return DocumentAnswer(parsing: text)
  }

  /// Removes a document and the files that belong to it.
  func remove(_ name: DocumentName, in place: Place) throws(DocumentError) {
    do {
      for file in name.files { try place.folder.remove(file) }
      try place.folder.synchronize()
    } catch {
      throw .file(name: name.file, error)
    }
  }

  /// Puts a document into its folder. Its signature is written first, and then the complete document.
  func put(
    _ file: [UInt8], with signature: DocumentSignature, named name: DocumentName, in folder: PrivateFolder
  ) throws(DocumentError) {
    do {
      try folder.write(signature.encoded, to: DocumentName.signature(of: name.file), replacing: true)
      guard folder.stamp(name.file) == nil else { return }
      try folder.write(file, to: name.file, replacing: false)
    } catch {
      if case .exists = error { throw .exists(name: name.file) }
      throw .file(name: name.file, error)
    }
  }

  func read(_ file: String, in folder: PrivateFolder, limit: Int) throws(DocumentError) -> [UInt8]? {
    do {
      return try folder.readSubmitted(file, limit: limit).bytes
    } catch {
      if case .missing = error { return nil }
      throw .file(name: file, error)
    }
  }
}
