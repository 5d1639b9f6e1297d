import Cryptography
import Documents
import Files
import JSON
import Ledger
import PaymentsAPI
import PaymentsModel
import Platform
import Transport

/// What becomes of one document: found out anew each time it is visited, from the file, the ledger and the method.
struct DocumentIntake: Sendable {
  /// What was found. A class, as is what is read, so that little is handed about between tasks.
  final class Finding: Sendable {
    let answer: DocumentAnswer
    let outlook: Outlook

    init(_ answer: DocumentAnswer, _ outlook: Outlook) {
      self.answer = answer
      self.outlook = outlook
    }
  }

  /// What lies in the folder of one document.
  final class Files: Sendable {
    let name: DocumentName
    let document: [UInt8]
    let signature: [UInt8]?
    /// Our answer that lies beside it.
    let earlier: DocumentStore.Written?

    init(_ name: DocumentName, _ document: [UInt8], signature: [UInt8]?, earlier: DocumentStore.Written?) {
      self.name = name
      self.document = document
      self.signature = signature
      self.earlier = earlier
    }
  }

  /// What there is still to come.
  enum Outlook: Sendable, Equatable {
    /// Nothing, unless the file or its signature changes.
    case settled
    /// The same document is to be tried once more, after so many milliseconds.
    case again(Int)
    /// The result will change with this object; `nil` where it is not known with which.
    case open(object: String?)
    /// Nothing: it goes to the archive of this moment's day.
    case ended(Timestamp)

    var isOpen: Bool { if case .open = self { true } else { false } }
  }

  /// A document that is signed by the app, and opened.
  private struct Signed: Sendable {
    let files: Files
    let text: [UInt8]
    let signedAt: Timestamp
  }

  let request: String
  let app: AppKey
  let key: Ed25519.VerifyingKey
  let seal: DocumentKey
  let reader: DocumentReader
  let context: ProviderContext

  /// What becomes of a document that was read; `nil` where nothing can be said now.
  func find(_ files: Files) async -> Finding? {
    let signed: Signed
    let document: SubmittedRequest
    do throws(DocumentRefusal) {
      signed = try open(files)
      document = try reader.read(signed.text, named: files.name, app: key, of: request)
    } catch {
      let isUnsigned = error.reason == DocumentFault.unsigned.rawValue
      return finding(files, isUnsigned ? .waiting : .refused, .settled, failure: error)
    }
    do throws(PaymentsFailure) {
      let wasTaken = try await wasTaken(document)
      if !wasTaken {
        if let earlier = files.earlier, isFinal(earlier, for: signed) { return Finding(earlier.answer, .settled) }
        guard context.configuration.documents.freshness.allows(signed.signedAt, at: context.clock.now()) else {
          return finding(files, .refused, .settled, document, failure: DocumentRefusal(.notFresh))
        }
      }
      return accepted(signed, document, try await perform(document, wasTaken))
    } catch {
      return refused(files, document, error)
    }
  }

  /// A file that was not read.
  func unreadable(_ name: DocumentName, _ error: PrivateFileError) -> Finding? {
    switch error {
    case .unsafeFile(let danger):
      unread(name, DocumentRefusal(.unsafeFile, rule: danger.rule))
    case .tooLarge(let limit):
      unread(name, DocumentRefusal(.tooLarge, rule: "at most \(limit) bytes"))
    // Somebody has taken the right to read it away: that is no trouble of ours which ends by itself.
    case .system(_, EACCES), .system(_, EPERM):
      unread(name, DocumentRefusal(.unsafeFile, rule: "readable by the provider"))
    case .missing, .exists, .unsafeFolder, .system: nil
    }
  }

  // MARK: Before it is a request

  private func open(_ files: Files) throws(DocumentRefusal) -> Signed {
    guard let bytes = files.signature else { throw DocumentRefusal(.unsigned) }
    guard let signature = DocumentSignature(parsing: bytes) else { throw DocumentRefusal(.badSignature) }
    guard signature.key == key else { throw DocumentRefusal(.wrongKey) }
    let name = files.name
    let provider = context.identity.key.verifyingKey
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

  /// Whether the ledger has the request: then it is answered, however old its document is and whatever the app may do
  /// now.
  private func wasTaken(_ document: SubmittedRequest) async throws(PaymentsFailure) -> Bool {
    guard let id = document.requestID else { return false }
    let app = app
    return try await context.read { reader throws(LedgerError) in try reader.object(of: app, requestID: id) } != nil
  }

  /// A refusal is final for a signature: what the owner's rules refused today is not paid tomorrow without a new one.
  private func isFinal(_ earlier: DocumentStore.Written, for signed: Signed) -> Bool {
    earlier.answer.state == .refused && earlier.answer.digest == DocumentAnswer.digest(of: signed.files.document)
      && earlier.answer.failure?.code != nil && earlier.at >= signed.signedAt
  }

  private func perform(_ document: SubmittedRequest, _ wasTaken: Bool) async throws(PaymentsFailure) -> JSONValue {
    let session = try await session(wasTaken)
    let encoded = try await session.perform(document.request, document.params, wasTaken: wasTaken)
    guard var result = (try? JSONValue(parsing: encoded.bytes))?.objectValue else {
      throw PaymentsFailure(.internalError)
    }
    // Whether it was asked before says nothing about a file.
    result["replayed"] = nil
    return .object(result)
  }

  /// The app as it would be served were it connected, with the manifest that it paired with.
  private func session(_ wasTaken: Bool) async throws(PaymentsFailure) -> AppSession {
    let app = app
    let known = try await context.read { reader throws(LedgerError) in
      Known(record: try reader.app(app), grant: try reader.appGrant(app))
    }
    guard let record = known.record, let manifest = Manifest(signed: record.evidence.manifest) else {
      throw PaymentsFailure(.pairingDenied)
    }
    // Admission would say that it was refused.
    if record.status == .revoked, !wasTaken { throw PaymentsFailure(.appRevoked) }
    let isApproved = record.status == .approved
    let peer = PeerDescription(
      address: "document", port: 0, userIdentifier: nil, offeredSubprotocols: "", selectedSubprotocol: "",
      authority: "")
    return AppSession(
      app: app, manifest: manifest, peer: peer, sessionID: "",
      admission: .init(
        status: isApproved ? .approved : .denied, grants: isApproved ? Grants(record, known.grant) : Grants(scopes: [])),
      openedAt: context.clock.now(), provider: context)
  }

  private struct Known: Sendable {
    let record: AppRecord?
    let grant: AppGrantRecord
  }

  // MARK: Answers

  private func accepted(_ signed: Signed, _ document: SubmittedRequest, _ result: JSONValue) -> Finding {
    switch RequestProgress(result, at: context.clock.now()) {
    case .open:
      finding(signed.files, .accepted, .open(object: Self.object(of: result)), document, result: result)
    case .ended(let moment):
      finding(signed.files, .ended, .ended(moment ?? signed.signedAt), document, result: result)
    }
  }

  /// The object that a result shows.
  private static func object(of result: JSONValue) -> String? {
    (result["payment_order"]?["order_id"] ?? result["invoice"]?["invoice_id"] ?? result["statement"]?["statement_id"])?
      .stringValue
  }

  private func refused(_ files: Files, _ document: SubmittedRequest, _ failure: PaymentsFailure) -> Finding? {
    if failure.reason == .shuttingDown { return nil }
    var pause = failure.retryAfterMilliseconds
    // Whether something was done is open: the same request tells.
    if failure.reason == .internalError { pause = 60_000 }
    let refusal = document.located(failure)
    guard let pause else { return finding(files, .refused, .settled, document, failure: refusal) }
    return finding(files, .waiting, .again(pause), document, failure: refusal)
  }

  private func finding(
    _ files: Files, _ state: DocumentAnswer.State, _ outlook: Outlook, _ document: SubmittedRequest? = nil,
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
  /// What a file should be and is not.
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
