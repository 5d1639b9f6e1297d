import Cryptography
public import Documents
public import Files
import PaymentsAPI
public import PaymentsModel

/// Requests as signed files in the folders of a provider, with the provider's answers beside them.
///
/// It needs no connection and no running provider. A submitted document stays in its folder until the provider takes
/// it, for at most one day. A call with the `request_id` of a document is the same request as the document.
public struct AppDocuments: Sendable {
  /// A document that was submitted.
  public struct Submission: Sendable, Hashable {
    /// The method that the document requests.
    public let request: String
    /// The name of the document in its folder.
    public let name: DocumentName
    /// The `request_id` of the request; `nil` if the method has none.
    public let requestID: PaymentRequestID?
  }

  /// The name of the provider.
  public let provider: String
  private let state: AppState
  private let files: DocumentFiles

  private static let reader = Result { try DocumentReader(schemas: PaymentsSchemas()) }

  init(of provider: String, in folder: DocumentFolder, _ state: AppState) async throws {
    self.provider = provider
    self.state = state
    guard let pin = try await state.pin(of: provider) else { throw DocumentError.noFolder }
    files = DocumentFiles(folder: folder, provider: pin.key, app: try await state.identity().verifyingKey)
  }

  /// Creates the documents for a provider with which this app is paired, without connecting.
  ///
  /// - Parameters:
  ///   - appID: the app's identifier, as in its manifest.
  ///   - options: the folders, the key, and the provider. The provider may be omitted if the app knows only one.
  /// - Throws: ``DocumentError/noFolder``; ``DiscoveryError/several(_:)``; ``AppStateError``.
  public init(appID: String, options: ClientOptions = ClientOptions()) async throws {
    let state = AppState(
      appID: appID, directories: options.directories, keys: options.keys, passphrase: options.passphrase)
    let known = try await state.documentProviders()
    guard let provider = options.provider ?? known.first,
      let folder = known.contains(provider) ? try await state.documentFolder(of: provider) : nil
    else { throw DocumentError.noFolder }
    guard options.provider != nil || known.count == 1 else { throw DiscoveryError.several(known) }
    try await self.init(of: provider, in: folder, state)
  }

  /// Returns the path of the folder for documents of a request.
  public func path(of request: String) -> String { DocumentFiles.path(of: request, in: files.folder) }

  /// Reads a document with the same rules as the provider.
  ///
  /// - Throws: ``DocumentError/refused(_:)`` with the fault and its place.
  public func read(_ text: [UInt8], named name: DocumentName) throws -> SubmittedRequest {
    let reader = try Self.reader.get()
    do {
      let request = try reader.read(text, named: name, app: files.app)
      try request.checkFields()
      return request
    } catch {
      throw DocumentError.refused(error)
    }
  }

  /// Signs a document, for a person who puts it into its folder by hand.
  ///
  /// - Parameters:
  ///   - file: the content of the document's file.
  ///   - name: the name of the document's file.
  /// - Returns: the content of the signature file, which has the document's name with `.sig` appended.
  /// - Throws: ``DocumentError``, ``AppStateError``.
  public func sign(_ file: [UInt8], named name: DocumentName) async throws -> [UInt8] {
    try await state.sign(file, name.file, for: files.provider).encoded
  }

  /// Signs a document and puts it into its folder. If it is repeated, the document is signed again and stays the same
  /// request.
  ///
  /// - Parameters:
  ///   - text: the YAML text.
  ///   - name: the name of the document. With the form `sealed`, other programs cannot read the document.
  /// - Throws: ``DocumentError``, ``AppStateError``.
  @discardableResult
  public func submit(_ text: [UInt8], named name: DocumentName) async throws -> Submission {
    let document = try read(text, named: name)
    try await state.submit(text, of: document, named: name, in: files)
    return Submission(request: document.request, name: name, requestID: document.requestID)
  }

  /// Returns the documents in the folders. With `archived`, the documents in the archive are included.
  ///
  /// - Throws: ``DocumentError``, ``AppStateError``.
  public func list(archived: Bool = false) async throws -> [DocumentStatus] {
    try await whole { try await state.list(files, archived: archived) }
  }

  /// Returns a document with its answer.
  ///
  /// - Throws: ``DocumentError``, ``AppStateError``.
  public func status(of name: DocumentName) async throws -> DocumentStatus {
    try await whole { try await state.status(name, files) }
  }

  /// Waits until a document has an answer that the closure accepts.
  ///
  /// - Throws: ``DocumentError``, `CancellationError`.
  public func waitForAnswer(
    to name: DocumentName, until isWanted: @Sendable (DocumentAnswer) -> Bool
  ) async throws -> DocumentStatus {
    while true {
      let status = try await status(of: name)
      if let answer = status.answer, isWanted(answer) { return status }
      // The files are read at this interval, because not every system reports changes of files.
      try await Task.sleep(for: .milliseconds(200))
    }
  }

  /// Removes a document with its signature and its answer, from its folder or from the archive.
  ///
  /// - Parameters:
  ///   - name: the name of the document.
  ///   - evenUnderWay: whether the document is also removed while its request is under way. That does not end the
  ///     request.
  /// - Throws: ``DocumentError``, ``AppStateError``.
  public func remove(_ name: DocumentName, evenUnderWay: Bool = false) async throws {
    try await whole { try await state.remove(name, files, evenUnderWay: evenUnderWay) }
  }

  /// Repeats a read that happened while the provider was writing, because the answer and its signature are two files.
  private func whole<Value: Sendable>(_ body: () async throws -> Value) async throws -> Value {
    var tries = 0
    while true {
      do {
        return try await body()
      } catch let error as DocumentError {
        tries += 1
        guard case .forgedAnswer = error, tries < 40 else { throw error }
        try await Task.sleep(for: .milliseconds(25))
      }
    }
  }
}

extension PaymentsClient {
  /// Returns this app's documents for its provider, after asking the provider for their folder.
  ///
  /// - Throws: see ``PaymentsClient``; ``DocumentError/noFolder`` if the app is not paired, or the provider takes no
  ///   documents.
  public func documents() async throws -> AppDocuments {
    guard let folder = try await currentSession().folder, let last else { throw DocumentError.noFolder }
    return try await AppDocuments(of: last, in: folder, state)
  }
}

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

/// Why a document was not signed, submitted, found or removed.
public enum DocumentError: Error, Sendable, Hashable {
  /// The provider has not told this app a folder, because the app is not paired or the provider takes no documents.
  case noFolder
  /// The name is no name of a document. It must be letters, digits, `-` and `_`, followed by `.yml` or `.sealed`.
  case notAName(String)
  /// The folder contains another document with this name.
  case exists(name: String)
  /// Neither the folders nor the archive contain a document with this name.
  case notFound(name: String)
  /// The request of the document is under way, and removing the document would not end it.
  case underWay(name: String)
  /// The provider would refuse the document; the value has the fault and its place.
  case refused(DocumentRefusal)
  /// The answer beside the document was not signed by the provider.
  case forgedAnswer(name: String)
  /// A file or folder could not be read or written, or its owner or permissions are wrong.
  case file(name: String, PrivateFileError)
  /// The system's cryptography failed.
  case cryptography
}
