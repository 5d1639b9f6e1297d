import Catalogue
import Files
import JSON
import JSONRPC
import MessagingAPI
import PaymentsAPI
import PaymentsModel
import ServiceHost
import TypeDefinition

extension MessagingService {
  private static let unpaired = Set(MessagingMethods.session.filter { $0.isAvailableUnpaired }.map { $0.name })

  /// Makes the checks that every request goes through, in the order that the specification gives.
  nonisolated func check(_ method: String, with params: JSONValue, for status: PairingStatus) throws(PaymentsFailure) {
    guard let schema = schemas.params(of: method) else { throw PaymentsFailure(.methodNotFound) }
    if !Self.unpaired.contains(method) {
      switch status {
      case .approved: break
      case .pending: throw PaymentsFailure(.pairingPending)
      case .denied: throw PaymentsFailure(.pairingDenied)
      }
    }
    if let error = schema.validate(params).first { throw PaymentsFailure(error) }
  }

  /// Carries out a request that has passed the checks, and returns the encoded result.
  func answer(
    _ method: String, with params: JSONValue, for session: MessagingSession
  ) async throws(PaymentsFailure) -> RawJSON {
    do {
      switch method {
      case SendMessage.name: return try encode(try await send(try decode(params), session))
      case MessageStatus.name: return try encode(try await messageStatus(try decode(params), of: session.app))
      case ListMessages.name: return try encode(try listMessages(try decode(params), of: session.app))
      case RemoveMessage.name: return try encode(try await removeMessage(try decode(params), of: session.app))
      case GetSession.name: return try encode(try await describe(session))
      case DisconnectApp.name: return try encode(try await disconnect(try decode(params), session))
      case Discover.name: return catalogue.openRPC
      case ListServices.name: return try encode(catalogue.catalogue.list)
      case GetServiceDefinition.name:
        let params: GetServiceDefinition.Params = try decode(params)
        return try encode(try catalogue.definition(params.service))
      default: throw PaymentsFailure(.methodNotFound)
      }
    } catch let failure as PaymentsFailure {
      throw failure
    } catch let error as KeptFolderError {
      throw PaymentsFailure(error.isFull ? .storageFull : .internalError)
    } catch {
      throw PaymentsFailure(.internalError)
    }
  }

  private func decode<Params: Decodable>(_ value: JSONValue) throws(PaymentsFailure) -> Params {
    do throws(JSONDecodingError) {
      return try JSONValueDecoder().decode(from: value)
    } catch {
      throw PaymentsFailure(.invalidParams, pointer: error.pointer.description, rule: "form")
    }
  }

  private func encode(_ value: some Encodable) throws -> RawJSON {
    RawJSON(encoded: try JSONBytesEncoder().encode(value))
  }

  // MARK: Messages

  private func messageStatus(_ params: MessageStatus.Params, of app: AppKey) async throws -> MessageStatus.Result {
    let wait = params.waitMilliseconds ?? 0
    guard wait <= 60_000 else { throw PaymentsFailure(.invalidParams, pointer: "/wait_ms", rule: "at most 60000") }
    guard (params.messageID == nil) != (params.requestID == nil) else {
      throw PaymentsFailure(.invalidParams, pointer: "", rule: "one of message_id and request_id")
    }
    // The stream of changes begins before the message is looked up, so that no change between the two is missed.
    let changes = changes()
    let found =
      params.messageID.flatMap { book[$0] } ?? params.requestID.flatMap { book.message(of: app, requestID: $0) }
    guard let found, found.source.app == app else { throw PaymentsFailure(.messageNotFound) }
    let id = found.id
    if let after = params.after, after >= found.version, wait > 0 {
      await withTaskGroup { group in
        group.addTask {
          for await change in changes where change == .message(id) {
            if let message = await self.book[id], message.version > after { return }
          }
        }
        // This sleep is cancelled when a change comes first, or when the app has disconnected.
        group.addTask { try? await Task.sleep(for: .milliseconds(wait)) }
        await group.next()
        group.cancelAll()
      }
    }
    return MessageStatus.Result(message: (book[id] ?? found).report)
  }

  private func listMessages(_ params: ListMessages.Params, of app: AppKey) throws(PaymentsFailure)
    -> ListMessages.Result
  {
    let limit = params.limit ?? 50
    guard (1...100).contains(limit) else { throw PaymentsFailure(.invalidParams, pointer: "/limit", rule: "1 to 100") }
    return try book.list(of: app, since: params.since, limit: limit)
  }

  private func removeMessage(_ params: RemoveMessage.Params, of app: AppKey) async throws -> RemoveMessage.Result {
    let id = params.messageID
    guard let message = book[id], message.source.app == app else { throw PaymentsFailure(.messageNotFound) }
    guard message.phase != .removed else { return RemoveMessage.Result(removed: false) }
    let now = clock.now()
    do {
      try await change(id) { try $0.remove(now: now) }
    } catch is MessageStepError {
      throw PaymentsFailure(.notCancellable)
    }
    // Copies that cannot be removed now are removed at the next start.
    try? await store.removeAttachments(message.files.count, of: id)
    return RemoveMessage.Result(removed: true)
  }

  // MARK: The session

  private func disconnect(
    _ params: DisconnectApp.Params, _ session: MessagingSession
  ) async throws -> DisconnectApp.Result {
    let forget = params.forget ?? false
    if forget { try await inTurn { try await dropApp(session.app) } }
    session.requests.closeAfterReply()
    if forget {
      await refuseWaiting(of: session.app)
      for other in sessions(of: session.app) where other !== session {
        other.decided(.denied, reason: .appRevoked, at: clock.now())
      }
    }
    return DisconnectApp.Result(forgotten: forget)
  }
}
