import Cryptography
import Documents
import Files
import JSON
import Ledger
import PaymentsAPI
import PaymentsModel
import Platform
import Transport

/// Determines the answer to one document. This is done again at each visit, from the file, the ledger and the method.
struct DocumentIntake: Sendable {
  /// The result of a visit. It is a class, like the files that were read, so that little data is copied between tasks.
  final class Finding: Sendable {
    let answer: DocumentAnswer
    let outlook: Outlook

    init(_ answer: DocumentAnswer, _ outlook: Outlook) {
      self.answer = answer
      self.outlook = outlook
    }
  }

  /// The files that belong to one document.
  final class Files: Sendable {
    let name: DocumentName
    let document: [UInt8]
    let signature: [UInt8]?
    /// The provider's earlier answer to the document.
    let earlier: DocumentStore.Written?

    init(_ name: DocumentName, _ document: [UInt8], signature: [UInt8]?, earlier: DocumentStore.Written?) {
      self.name = name
      self.document = document
      self.signature = signature
      self.earlier = earlier
    }
  }

  /// What is still to be done for a document.
  enum Outlook: Sendable, Equatable {
    /// Nothing has to be done unless the file or its signature changes.
    case settled
    /// The same document is to be tried once more, after so many milliseconds.
    case again(Int)
    /// The result will change together with this object; `nil` if the object is not known.
    case open(object: String?)
    /// Nothing has to be done. The document is moved to the archive of the day of this moment.
    case ended(Timestamp)

    var isOpen: Bool { if case .open = self { true } else { false } }
  }

  /// A document with a valid signature of the app, without its seal.
  private struct Signed: Sendable {
    let files: Files
    let text: [UInt8]
    let signedAt: Timestamp
  }

  let request: String
  let app: AppKey
  let key: Ed25519.VerifyingKey
  let seal: DocumentKey
  let rules: DocumentRules
  let apps: AppConnections

  private var core: ProviderCore { apps.core }

  /// Determines the answer to a document that was read; `nil` if that is not possible at present.
  func find(_ files: Files) async -> Finding? {
    let signed: Signed
    let document: SubmittedRequest
    do throws(DocumentRefusal) {
      signed = try open(files)
      document = try rules.reader.read(signed.text, named: files.name, app: key, of: request)
    } catch {
      let isUnsigned = error.reason == DocumentFault.unsigned.rawValue
      return finding(files, isUnsigned ? .waiting : .refused, outlook: .settled, failure: error)
    }
    do {
      let wasTaken = try await wasTaken(document)
      if !wasTaken {
        if let earlier = files.earlier, isFinal(earlier, for: signed) { return Finding(earlier.answer, .settled) }
        guard rules.freshness.allows(signed.signedAt, at: core.clock.now()) else {
          return finding(files, .refused, outlook: .settled, document: document, failure: DocumentRefusal(.notFresh))
        }
      }
      return accepted(
        signed, document: document, result: try await perform(document, wasTaken: wasTaken, signedAt: signed.signedAt))
    } catch {
      return refused(files, document: document, failure: PaymentsFailure(reporting: error, core.log))
    }
  }

  /// Determines the answer to a document that could not be read.
  func unreadable(_ name: DocumentName, _ error: PrivateFileError) -> Finding? {
    switch error {
    case .unsafeFile(let danger):
      unread(name, DocumentRefusal(.unsafeFile, rule: danger.rule))
    case .tooLarge(let limit):
      unread(name, DocumentRefusal(.tooLarge, rule: "at most \(limit) bytes"))
    // The file's permissions do not let the provider read it. This is not a temporary problem of the provider.
    case .system(_, EACCES), .system(_, EPERM):
      unread(name, DocumentRefusal(.unsafeFile, rule: "readable by the provider"))
    case .missing, .exists, .unsafeFolder, .system: nil
    }
  }

  // MARK: Signature and seal

  private func open(_ files: Files) throws(DocumentRefusal) -> Signed {
    guard let bytes = files.signature else { throw DocumentRefusal(.unsigned) }
    guard let signature = DocumentSignature(parsing: bytes) else { throw DocumentRefusal(.badSignature) }
    guard signature.key == key else { throw DocumentRefusal(.wrongKey) }
    let name = files.name
    let provider = rules.key.verifyingKey
    guard signature.isValid(.document, files.document, file: name.file, for: provider) else {
      throw DocumentRefusal(.badSignature)
    }
    guard name.form == .sealed else { return Signed(files: files, text: files.document, signedAt: signature.signedAt) }
    do throws(CryptographyError) {
      return Signed(
        files: files, text: try seal.open(files.document, file: name.file), signedAt: signature.signedAt)
    } catch {
      throw DocumentRefusal(.cannotOpen)
    }
  }

  // MARK: The request

  /// Returns whether the ledger has the request. It is then answered, however old the document is and whatever the app
  /// may do now.
  private func wasTaken(_ document: SubmittedRequest) async throws -> Bool {
    guard let id = document.requestID else { return false }
    let app = app
    return try await core.ledger.read { reader in try reader.object(of: app, requestID: id) } != nil
  }

  /// A refusal is final for a signature: a payment that the owner's rules refused once needs a new signature.
  private func isFinal(_ earlier: DocumentStore.Written, for signed: Signed) -> Bool {
    earlier.answer.state == .refused && earlier.answer.digest == DocumentAnswer.digest(of: signed.files.document)
      && earlier.answer.failure?.code != nil && earlier.at >= signed.signedAt
  }

  private func perform(
    _ document: SubmittedRequest, wasTaken: Bool, signedAt: Timestamp
  ) async throws -> JSONValue {
    let session = try await session(wasTaken, signedAt)
    let encoded = try await session.perform(document.request, document.params, wasTaken: wasTaken)
    guard var result = (try? JSONValue(parsing: encoded.bytes))?.objectValue else {
      throw PaymentsFailure(.internalError)
    }
    // Whether the request was repeated says nothing about a file.
    result["replayed"] = nil
    return .object(result)
  }

  /// Returns the session that the app would have if it were connected, with the manifest with which it paired.
  private func session(_ wasTaken: Bool, _ signedAt: Timestamp) async throws -> AppSession {
    let app = app
    let known = try await core.ledger.read { reader in
      (record: try reader.app(app), grant: try reader.appGrant(app))
    }
    guard let record = known.record, let manifest = Manifest(signed: record.evidence.manifest) else {
      throw PaymentsFailure(.pairingDenied)
    }
    // For a revoked app, admission would report that it was refused.
    if record.status == .revoked, !wasTaken { throw PaymentsFailure(.appRevoked) }
    let isApproved = record.status == .approved
    let peer = PeerDescription(
      address: "document", port: 0, userIdentifier: nil, offeredSubprotocols: "", selectedSubprotocol: "",
      authority: "")
    return AppSession(
      app: app, manifest: manifest, peer: peer, sessionID: "",
      admission: .init(
        status: isApproved ? .approved : .denied, grants: isApproved ? Grants(record, known.grant) : Grants(scopes: [])),
      openedAt: core.clock.now(), signedAt: signedAt, apps: apps)
  }

  // MARK: Answers

  private func accepted(_ signed: Signed, document: SubmittedRequest, result: JSONValue) -> Finding {
    switch RequestProgress(result, at: core.clock.now()) {
    case .open:
      finding(
        signed.files, .accepted, outlook: .open(object: Self.object(of: result)), document: document, result: result)
    case .ended(let moment):
      finding(signed.files, .ended, outlook: .ended(moment ?? signed.signedAt), document: document, result: result)
    }
  }

  /// Returns the identifier of the object in a result.
  private static func object(of result: JSONValue) -> String? {
    (result["payment_order"]?["order_id"] ?? result["invoice"]?["invoice_id"] ?? result["statement"]?["statement_id"])?
      .stringValue
  }

  private func refused(_ files: Files, document: SubmittedRequest, failure: PaymentsFailure) -> Finding? {
    if failure.reason == .shuttingDown || failure.reason == .ledgerUnavailable { return nil }
    var pause = failure.retryAfterMilliseconds
    // It is unknown whether the request had an effect. Repeating it answers that.
    if failure.reason == .internalError { pause = 60_000 }
    let refusal = document.located(failure)
    guard let pause else { return finding(files, .refused, outlook: .settled, document: document, failure: refusal) }
    return finding(files, .waiting, outlook: .again(pause), document: document, failure: refusal)
  }

  private func finding(
    _ files: Files, _ state: DocumentAnswer.State, outlook: Outlook, document: SubmittedRequest? = nil,
    result: JSONValue? = nil, failure: DocumentRefusal? = nil
  ) -> Finding {
    Finding(
      DocumentAnswer(
        to: files.name, files.document, of: request, state, requestID: document?.requestID, result: result,
        failure: failure), outlook)
  }

  private func unread(_ name: DocumentName, _ failure: DocumentRefusal) -> Finding {
    Finding(DocumentAnswer(to: name, nil, of: request, .refused, failure: failure), .settled)
  }
}

extension PrivateFileError.Danger {
  /// The rule that a file violates.
  fileprivate var rule: String {
    switch self {
    case .symbolicLink: "no symbolic link"
    case .wrongKind: "a regular file"
    case .owner: "the owner's own"
    case .permissions: "not to be changed by others"
    case .names: "under one name"
    }
  }
}
