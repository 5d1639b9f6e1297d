import ChatPayments
import ChatTransports
import RPCRuntime
import Synchronization
import TestSupport

/// A relay and those who talk over it, in a folder of their own. Everything is closed by ``close()``.
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

  /// Starts the relay, again where it was stopped.
  @discardableResult
  func start() async throws -> RelayFile {
    // The deadline is no matter of these tests, and a busy machine must not run into it.
    let relay = RelayServer(name: "table", directories: directories, handshakeDeadline: .seconds(600))
    self.relay = relay
    return try await relay.start()
  }

  func stop() async {
    await relay?.stop()
    relay = nil
  }

  /// Somebody who is connected. Those of one `keys` are one person for the relay.
  func connect(_ person: String, name: String? = nil, keys: String? = nil) async throws -> RelayChat {
    let chat = seat(person, name: name, keys: keys)
    try await chat.connect()
    return chat
  }

  /// Somebody who is not connected yet.
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

/// Runs a test at a table with a relay, and clears it whatever happens.
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

/// What a chat tells, from the moment on when this was made.
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

  /// The messages, as they came.
  var messages: [ChatMessage] {
    all.compactMap { event in
      if case .message(let message) = event { message } else { nil }
    }
  }

  /// The texts of the messages, as they came.
  var texts: [String] { messages.map(\.content.text) }

  /// Waits until what was told is as it should be.
  func until(_ what: String, _ isSo: (Heard) -> Bool) async throws {
    _ = try await eventually(what) { isSo(self) ? true : nil }
  }
}
