import ChatPayments
import Consumer
import PaymentsModel
import Synchronization
import TestSupport
import Testing

@testable import ChatMessaging

/// The people of the tests: Alice, who uses a chat and a wallet app, Bob, with whom she has settled a payment, and the
/// chat between them.
final class World: Sendable {
  static let invoice = PaymentReference(invoiceID: InvoiceID(rawValue: "inv_a"))

  let scratch: ScratchFolder
  let directories: PayportDirectories
  let chat = MemoryChat()
  let room = RoomID("room")
  let alice = PersonID("alice")
  let bob = PersonID("bob")

  init() async throws {
    scratch = try ScratchFolder()
    directories = PayportDirectories(
      runtime: scratch.path + "/run", state: scratch.path + "/state", configuration: scratch.path)
    await chat.open(room, name: "room", members: [alice, bob])
  }

  var target: MessageTarget { MessageTarget(room: room.rawValue, person: bob.rawValue, name: "Bob", group: nil) }

  /// Runs the service of Alice's chat, each time like a new process.
  @discardableResult
  func withService<Value: Sendable>(
    over transport: (any ChatTransport)? = nil, contacts: (any PaymentContacts)? = nil,
    clock: any WallClock = SystemWallClock(),
    _ body: (MessagingService) async throws -> Value
  ) async throws -> Value {
    let service = try await MessagingService(
      name: "chat", software: "paychat/0.9.0", folder: scratch.path + "/messaging", directories: directories,
      transport: transport ?? chat.device(of: alice), contacts: contacts ?? KnownContacts(target: target), clock: clock)
    try await service.open()
    let running = Task { await service.run() }
    let result: Result<Value, any Error>
    do { result = .success(try await body(service)) } catch { result = .failure(error) }
    running.cancel()
    await running.value
    await service.close()
    return try result.get()
  }

  /// Makes a wallet app with a name.
  func client(_ name: String = "wallet") -> MessagingClient {
    let state = scratch.path + "/" + name
    return MessagingClient(
      Manifest(appID: "org.example.\(name)", name: name, version: "1", scopes: [.pay]),
      options: ClientOptions(
        directories: PayportDirectories(runtime: directories.runtime, state: state, configuration: state)))
  }

  /// Makes a wallet app that Alice has approved.
  func pairedClient(_ name: String = "wallet", with service: MessagingService) async throws -> MessagingClient {
    let client = client(name)
    guard case .pending(let code?, _) = try await client.connect() else { return client }
    try await service.approve(code: code.digits)
    try await client.waitUntilApproved()
    return client
  }

  /// The texts that Bob receives, without the mark that an app wrote them.
  func texts() async throws -> [String] {
    try await chat.device(of: bob).history(of: room).filter { $0.from == alice }
      .map { $0.content.text.replacing("\n\n" + OutgoingMessage.mark, with: "") }
  }

  /// Waits until a message has a state.
  func reach(_ state: MessageState, _ id: PaymentMessageID, _ client: MessagingClient) async throws -> PaymentMessage {
    try await eventually("\(state)") {
      let message = try await client.message(id)
      return message.state == state ? message : nil
    }
  }
}

/// Knows the person behind one invoice.
struct KnownContacts: PaymentContacts {
  let target: MessageTarget

  func contact(of payment: PaymentReference) async -> MessageTarget? { payment == World.invoice ? target : nil }
}

/// A chat that fails while a message is sent.
final class FailingChat: ChatTransport {
  enum Failure: Sendable {
    /// The network receives the message, but the connection is reported as lost.
    case afterwards
    /// The network does not receive the message, and the connection is reported as lost.
    case before
    /// The network refuses the message.
    case refusal
    /// The network receives the message and the process ends at that moment, so the answer never arrives.
    case silence
  }

  let chat: any ChatTransport
  private let failure: Mutex<Failure?>

  init(_ chat: any ChatTransport, _ failure: Failure?) {
    self.chat = chat
    self.failure = Mutex(failure)
  }

  func send(_ content: ChatContent, to room: RoomID) async throws -> MessageID {
    switch failure.withLock({ failure in
      defer { failure = nil }
      return failure
    }) {
    case nil: return try await chat.send(content, to: room)
    case .before: throw ChatTransportError.disconnected
    case .afterwards:
      _ = try await chat.send(content, to: room)
      throw ChatTransportError.disconnected
    case .refusal: throw ChatTransportError.refused("no")
    case .silence:
      _ = try await chat.send(content, to: room)
      // Waits until the test has ended.
      try await Task.sleep(for: .seconds(3600))
      throw ChatTransportError.disconnected
    }
  }

  func rooms() async throws -> [ChatRoom] { try await chat.rooms() }
  func edit(_ message: MessageID, in room: RoomID, to content: ChatContent) async throws -> MessageID {
    try await chat.edit(message, in: room, to: content)
  }
  func history(of room: RoomID) async throws -> [ChatMessage] { try await chat.history(of: room) }
  func events() async -> AsyncStream<ChatEvent> { await chat.events() }
  func close() async { await chat.close() }
}

/// A clock that tests set.
final class SetClock: WallClock {
  private let time = Mutex(Timestamp(milliseconds: 1_700_000_000_000))

  func now() -> Timestamp { time.withLock { $0 } }
  func advance(_ duration: Duration) { time.withLock { $0 = $0.advanced(by: duration) } }
}

/// Collects the states that were seen.
final class Seen: Sendable {
  private let list = Mutex<[MessageState]>([])

  var states: [MessageState] { list.withLock { $0 } }
  func add(_ state: MessageState) { list.withLock { $0.append(state) } }
}
