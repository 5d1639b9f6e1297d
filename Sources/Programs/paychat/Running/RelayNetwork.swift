import ChatPayments
import ChatTransports
import Consumer
import TerminalUI

/// The chat network of a relay on this machine.
struct RelayNetwork: ChatNetwork {
  private let chat: RelayChat
  private let relay: String

  var transport: any ChatTransport { chat }
  var me: ChatRoom.Member { ChatRoom.Member(id: chat.me, name: chat.me.rawValue) }
  var invitation: String { localized("Others come in with paychat --as NAME.") }
  var hasNamesForIDs: Bool { true }
  var name: String { "The relay \(relay)" }

  /// Connects to a relay.
  ///
  /// - Parameter relay: the name of the relay; if it is `nil`, the only running relay is used.
  /// - Throws: ``CommandFailure``.
  static func enter(_ relay: String?, as person: String, directories: PayportDirectories) async throws -> RelayNetwork {
    let relay = try relay ?? only(in: directories)
    let chat = RelayChat(relay: relay, as: person, directories: directories)
    do {
      try await chat.connect()
    } catch {
      await chat.close()
      throw RelayText.failure(error, name: relay, person: person)
    }
    return RelayNetwork(chat: chat, relay: relay)
  }

  func people() async throws -> [ChatRoom.Member] { try await chat.people() }
  func room(with person: PersonID) async throws -> ChatRoom { try await chat.room(with: person) }
  func group(_ name: String, with people: [PersonID]) async throws -> ChatRoom {
    try await chat.group(name, with: people)
  }

  private static func only(in directories: PayportDirectories) throws -> String {
    let names: [String]
    do { names = try RelayFile.names(in: directories) } catch {
      throw RelayText.failure(.relay(error), name: "", person: "")
    }
    guard let name = names.first else {
      throw CommandFailure(
        .unavailable, reason: "no_relay", localized("No relay is running."),
        advice: localized("Start one in another terminal: paychat relay"))
    }
    guard names.count == 1 else {
      throw CommandFailure(
        .config, reason: "several_relays", localized("Several relays run: \(names.joined(separator: ", "))."),
        advice: localized("Choose one with --relay NAME."))
    }
    return name
  }
}
