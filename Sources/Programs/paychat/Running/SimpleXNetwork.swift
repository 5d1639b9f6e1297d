import ChatPayments
import ChatTransports
import TerminalUI

/// The chat network of SimpleX Chat, whose terminal app runs beside this program.
struct SimpleXNetwork: ChatNetwork {
  private let chat: SimpleXChat
  let me: ChatRoom.Member

  var transport: any ChatTransport { chat }
  var name: String { "SimpleX Chat" }
  var invitation: String { localized("Contacts are made in SimpleX Chat.") }
  var hasNamesForIDs: Bool { false }

  /// Connects to the app.
  ///
  /// - Parameter folder: the folder that remembers the profile, and through which files pass.
  /// - Throws: ``CommandFailure``.
  static func enter(port: UInt16, folder: String) async throws -> SimpleXNetwork {
    let chat = SimpleXChat(port: port, folder: folder)
    do {
      try await chat.connect()
    } catch {
      await chat.close()
      throw failure(error, port: port)
    }
    guard let me = await chat.me else {
      await chat.close()
      throw failure(.noProfile, port: port)
    }
    return SimpleXNetwork(chat: chat, me: me)
  }

  func people() async throws -> [ChatRoom.Member] { try await chat.people() }
  func pending() async -> [SimpleXPending] { await chat.pending() }
  func room(with person: PersonID) async throws -> ChatRoom { try await chat.room(with: person) }
  func group(_ name: String, with people: [PersonID]) async throws -> ChatRoom {
    throw CommandFailure(
      .dataError, reason: "no_groups", localized("Groups are made in SimpleX Chat."),
      advice: localized("/to NAME writes to one."))
  }

  private static func failure(_ error: SimpleXChatError, port: UInt16) -> CommandFailure {
    switch error {
    case .unreachable:
      CommandFailure(
        .unavailable, reason: "no_simplex", localized("No SimpleX Chat answers at port \(port)."),
        advice: localized("Start it in another terminal: simplex-chat -p \(port)"))
    case .noProfile:
      CommandFailure(
        .config, reason: "no_profile", localized("Nobody has a profile in that SimpleX Chat."),
        advice: localized("Run simplex-chat once without -p."))
    case .otherProfile(let expected, let found):
      CommandFailure(
        .config, reason: "other_profile", ChatNoticeText.otherProfile(expected, found),
        advice: localized(
          "Make the former profile active there (/user NAME), or give this one its own paychat: --as NAME"))
    case .answerTooLarge(let limit):
      CommandFailure(.protocolError, reason: "too_large", ChatNoticeText.answerTooLarge(limit))
    case .files(let error):
      CommandFailure(
        .ioError, reason: "simplex_files",
        localized("Which profile of SimpleX Chat is used cannot be remembered (\(error))."),
        advice: localized("See the folder that --state names."))
    case .damaged(let path):
      CommandFailure(
        .config, reason: "simplex_damaged", localized("The file \(SafeText(path, limit: 200)) is damaged."),
        advice: localized("Look whether the right profile is active in SimpleX Chat, then remove the file."))
    case .chat(let error): ChatFailureText.failure(for: error)
    case .system: CommandFailure(.osError, reason: "system", localized("The system could not create a thread."))
    }
  }
}
