import ChatPayments
import ChatTransports
import RPCRuntime
import Synchronization
import TestSupport

/// A relay and its clients, in a folder of their own. Everything is closed by ``close()``.
actor RelayTable {
  nonisolated let scratch: ScratchFolder
  nonisolated let directories: PayportDirectories
  private(set) var relay: RelayServer?
  private var chats: [RelayChat] = []

  init() throws {
    scratch = try ScratchFolder()
    directories = PayportDirectories(
      runtime: scratch.path + "/run", state: scratch.path + "/state", configuration: scratch.path)
  }

  /// Starts the relay, or starts it again after it was stopped.
  @discardableResult
  func start() async throws -> RelayFile {
    // These tests do not test the deadline, and it must not expire on a busy machine.
    let relay = RelayServer(name: "table", directories: directories, handshakeDeadline: .seconds(600))
    self.relay = relay
    return try await relay.start()
  }

  func stop() async {
    await relay?.stop()
    relay = nil
  }

  /// Makes a connected client. Clients with the same `keys` are one person for the relay.
  func connect(_ person: String, name: String? = nil, keys: String? = nil) async throws -> RelayChat {
    let chat = seat(person, name: name, keys: keys)
    try await chat.connect()
    return chat
  }

  /// Makes a client that is not connected yet.
  func seat(_ person: String, name: String? = nil, keys: String? = nil) -> RelayChat {
    let chat = RelayChat(
      relay: "table", as: person, displayedName: name, directories: directories,
      keys: keys.map { scratch.path + "/" + $0 })
    chats.append(chat)
    return chat
  }

  func close() async {
    for chat in chats { await chat.close() }
    await stop()
  }
}

/// Runs a test with a relay, and removes everything in any case.
func withRelay(_ body: (RelayTable) async throws -> Void) async throws {
  let table = try RelayTable()
  do {
    try await table.start()
    try await body(table)
  } catch {
    await table.close()
    throw error
  }
  await table.close()
}

/// Collects the events of a chat, from the moment when this object was made.
final class Heard: Sendable {
  private final class Events: Sendable {
    let all = Mutex<[ChatEvent]>([])
  }

  private let events = Events()
  private let task: Task<Void, Never>

  init(_ chat: some ChatTransport) async {
    let stream = await chat.events()
    task = Task { [events] in
      for await event in stream { events.all.withLock { $0.append(event) } }
    }
  }

  deinit { task.cancel() }

  var all: [ChatEvent] { events.all.withLock { $0 } }

  /// The messages in the order of their arrival.
  var messages: [ChatMessage] {
    all.compactMap { event in
      if case .message(let message) = event { message } else { nil }
    }
  }

  /// The texts of the messages in the order of their arrival.
  var texts: [String] { messages.map(\.content.text) }

  /// Waits until the collected events satisfy a condition.
  func until(_ what: String, _ isSo: (Heard) -> Bool) async throws {
    _ = try await eventually(what, within: .seconds(60)) { isSo(self) ? true : nil }
  }
}
