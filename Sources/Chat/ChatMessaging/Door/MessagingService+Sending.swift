import ChatPayments
import Cryptography
import Files
import JSON
import MessagingAPI
import PaymentsAPI
import PaymentsModel

extension MessagingService {
  /// Accepts a request for a message. A repeated request returns the first message, and a new one is on the disk before
  /// the app gets its reply.
  func send(_ params: SendMessage.Params, _ session: MessagingSession) async throws -> SendMessage.Result {
    var params = params
    // An empty list of files and a missing list mean the same, and must give the same digest.
    if params.files?.isEmpty == true { params.files = nil }
    let digest = Base64URL.encode(try SHA256.hash(try JSONBytesEncoder().encode(params)))
    let request = params
    let result = try await inTurn { try await takeRequest(request, digest: digest, from: session) }
    if result.message.state == .sending { deliver() }
    return result
  }

  private func takeRequest(
    _ params: SendMessage.Params, digest: String, from session: MessagingSession
  ) async throws -> SendMessage.Result {
    let app = session.app
    if let known = book.message(of: app, requestID: params.requestID) {
      guard known.digest == digest else { throw PaymentsFailure(.requestConflict, pointer: "/request_id") }
      return SendMessage.Result(message: known.report, replayed: true)
    }
    let now = clock.now()
    try MessageRules.check(params, now: now)
    // The person may have revoked the app since the request was checked.
    guard let known = apps[app] else { throw PaymentsFailure(.pairingDenied) }
    let wanted = params.files ?? []
    guard wanted.isEmpty || transport is any ChatFileTransport else {
      throw PaymentsFailure(.filesNotSupported, pointer: "/files")
    }
    guard let target = await contacts.contact(of: params.payment) else {
      throw PaymentsFailure(.contactNotFound, pointer: "/payment")
    }
    // The standing permission of an app holds for conversations of two only. In a group more people would read the
    // message than the person agreed to.
    let always = target.group == nil ? known.always : nil
    try book.admit(params, of: app, isAllowed: always != nil)
    let id = PaymentMessageID(rawValue: SortableIdentifier.make("msg", at: now))
    let source = MessageSource(app: app, appID: session.manifest.appID, name: session.manifest.name)
    var message = OutgoingMessage(id: id, source: source, target: target, params: params, digest: digest, now: now)
    if let always { try message.allow(always, now: now) }
    do {
      for (number, file) in wanted.enumerated() {
        try await store.saveAttachment(try await read(file, number, of: app), as: number, of: id)
      }
      var changed = book
      changed.add(message)
      guard let added = changed[id] else { throw PaymentsFailure(.internalError) }
      try await keepMessage(added, in: changed)
      return SendMessage.Result(message: added.report, replayed: false)
    } catch {
      // Copies that cannot be removed now are removed at the next start.
      try? await store.removeAttachments(wanted.count, of: id)
      throw error
    }
  }

  /// Reads a file that the app has left in its folder, and checks that size and digest are as the request says.
  private func read(_ file: MessageFile, _ number: Int, of app: AppKey) async throws -> [UInt8] {
    let bytes: [UInt8]
    do {
      bytes = try await store.submitted(file.name, limit: file.size, of: app)
    } catch PrivateFileError.tooLarge {
      throw PaymentsFailure(.fileMismatch, pointer: "/files/\(number)/size")
    } catch let error as PrivateFileError {
      switch error {
      case .system(call: "read", _): throw PaymentsFailure(.internalError)
      default: throw PaymentsFailure(.fileNotFound, pointer: "/files/\(number)")
      }
    }
    guard bytes.count == file.size else { throw PaymentsFailure(.fileMismatch, pointer: "/files/\(number)/size") }
    guard Base64URL.encode(try SHA256.hash(bytes)) == file.sha256 else {
      throw PaymentsFailure(.fileMismatch, pointer: "/files/\(number)/sha256")
    }
    return bytes
  }
}

extension MessageStore {
  /// Reads a file that an app has left in its folder. The file must be a regular file with a single name, belong to
  /// this user, and not be writable by anybody else.
  func submitted(_ name: String, limit: Int, of app: AppKey) throws -> [UInt8] {
    try submissions(of: app).readSubmitted(name, limit: limit).bytes
  }
}
