import ChatPayments
import Consumer
import PaymentsAPI
import PaymentsModel
import Synchronization

@testable import Till

/// The operation at which a till is killed: just before it, or just after. From then on nothing that the till does has an
/// effect, as if its process was gone.
final class Doom: Sendable {
  private struct State {
    var count = 0
    var isDead = false
  }

  private let state = Mutex(State())
  private let at: Int
  private let isAfter: Bool

  /// Never kills, but counts.
  init() {
    at = 0
    isAfter = false
  }

  init(at: Int, after isAfter: Bool) {
    self.at = at
    self.isAfter = isAfter
  }

  var isDead: Bool { state.withLock { $0.isDead } }
  var count: Int { state.withLock { $0.count } }

  struct Killed: Error {}

  func run<Value: Sendable>(_ body: () async throws -> Value) async throws -> Value {
    let number = try state.withLock { state in
      if state.isDead { throw Killed() }
      state.count += 1
      if state.count == at, !isAfter {
        state.isDead = true
        throw Killed()
      }
      return state.count
    }
    let value = try await body()
    if number == at {
      state.withLock { $0.isDead = true }
      throw Killed()
    }
    return value
  }
}

struct DoomedDisk: TillStorage {
  let inner: ToyDisk
  let doom: Doom

  func load() async throws -> [String: [UInt8]] { await inner.load() }
  func save(_ bytes: [UInt8], as name: String, number: Int) async throws {
    try await doom.run { await inner.save(bytes, as: name, number: number) }
  }
  func isShopClosed() async throws -> Bool { await inner.isShopClosed() }
  func close() async {}
}

struct DoomedChat: ChatFileTransport {
  let inner: any ChatTransport
  let doom: Doom
  let refusesEdits: Bool
  let unreadable: RoomID?

  private func guarded<Value: Sendable>(_ body: () async throws -> Value) async throws -> Value {
    do { return try await doom.run(body) } catch is Doom.Killed { throw ChatTransportError.disconnected }
  }

  func rooms() async throws -> [ChatRoom] { try await inner.rooms() }
  func send(_ content: ChatContent, to room: RoomID) async throws -> MessageID {
    try await guarded { try await inner.send(content, to: room) }
  }
  func edit(_ message: MessageID, in room: RoomID, to content: ChatContent) async throws -> MessageID {
    if refusesEdits { throw ChatTransportError.refused("no edits") }
    return try await guarded { try await inner.edit(message, in: room, to: content) }
  }
  func send(_ file: ChatFile, to room: RoomID) async throws -> MessageID {
    guard let inner = inner as? any ChatFileTransport else { throw ChatTransportError.refused("no files") }
    return try await guarded { try await inner.send(file, to: room) }
  }
  func file(of message: MessageID, in room: RoomID) async throws -> ChatFile {
    guard let inner = inner as? any ChatFileTransport else { throw ChatTransportError.unknownMessage }
    return try await inner.file(of: message, in: room)
  }
  func history(of room: RoomID) async throws -> [ChatMessage] {
    if room == unreadable { throw ChatTransportError.malformedAnswer }
    return try await inner.history(of: room)
  }
  func events() async -> AsyncStream<ChatEvent> { await inner.events() }
  func close() async { await inner.close() }
}

struct DoomedBank: TillWallet {
  let inner: ToyBank
  let doom: Doom

  func providerID() async throws -> String { try inner.providerID() }
  func isOpen(_ requestID: PaymentRequestID) async throws -> Bool { try inner.isOpen() }
  func currencies() async throws -> [CurrencyInfo] { try inner.currencies() }
  func makeInvoice(_ request: InvoiceRequest.Params) async throws -> Invoice {
    try await inner.hang()
    return try await doom.run { try inner.invoice(request) }
  }
  func invoice(id: InvoiceID) async throws -> Invoice { try inner.invoice(id) }
  func cancel(_ id: InvoiceID, requestID: PaymentRequestID) async throws -> Invoice {
    try await doom.run { try inner.cancel(id) }
  }
  func order(_ request: SubmitPaymentOrder.Params) async throws -> PaymentOrder {
    try await doom.run { try inner.order(request) }
  }
  func order(requestID: PaymentRequestID) async throws -> PaymentOrder { try inner.order(requestID) }
  func cancel(_ id: OrderID, requestID: PaymentRequestID) async throws -> PaymentOrder {
    try await doom.run { try inner.cancel(id) }
  }
  func proof(
    ofReceiving invoice: InvoiceID, in currency: String, transactionID: String?, message: String
  ) async throws -> ProofRequest.Result {
    try await doom.run { try inner.proof(invoice, transactionID ?? "", message) }
  }
  func follow(_ body: @escaping @Sendable (CardNews) async -> Void) async throws {}
}
