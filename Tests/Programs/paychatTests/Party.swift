import ChatPayments
import Consumer
import PaymentsAPI
import PaymentsModel
import Synchronization
import TerminalUI
import TestSupport

@testable import ChatMessaging
@testable import paychat

/// Somebody at a chat in memory, whose screen is a list of lines. There is no wallet.
final class Party: Sendable {
  let session: ChatSession
  let agent: CardAgent
  private let screen: Lines
  private let folder: ScratchFolder
  private let work: Task<Void, Never>

  /// The lines of a screen.
  private final class Lines: Sendable {
    let lines = Mutex<[String]>([])
  }

  init(
    _ name: String, in chat: MemoryChat, people: [String], visits: any WalletVisits = NoVisits(),
    money: any CardWallet = NoWallet(), messaging: MessagingService? = nil
  ) async throws {
    let (screen, folder) = (Lines(), try ScratchFolder())
    (self.screen, self.folder) = (screen, folder)
    let network = MemoryNetwork(chat: chat, me: ChatRoom.Member(id: PersonID(name), name: name), known: people)
    agent = try await CardAgent(transport: network.transport, wallet: NoWallet(), folder: folder.path + "/cards")
    let session = ChatSession(
      network: network, agent: agent, money: money, visits: visits,
      screen: LogScreen { lines in screen.lines.withLock { $0 += lines } }, messaging: messaging)
    self.session = session
    let (begun, beginning) = AsyncStream.makeStream(of: Void.self)
    work = Task { await session.run { beginning.finish() } }
    for await _ in begun {}
  }

  var lines: [String] { screen.lines.withLock { $0 } }

  /// Types a line.
  func type(_ line: String) async throws { _ = try await session.perform(line) }

  /// What a line is answered that cannot be done.
  func refusal(_ line: String) async -> String {
    do {
      _ = try await session.perform(line)
      return "done"
    } catch {
      let failure = ChatFailureText.failure(for: error)
      return ([failure.message, failure.advice].compactMap(\.self)).joined(separator: " ")
    }
  }

  /// Waits until a line shows a text.
  @discardableResult
  func shows(_ text: String) async throws -> String {
    do {
      return try await eventually(text) { self.lines.last { $0.contains(text) } }
    } catch is DeadlineError {
      throw DeadlineError(what: text + "; shown:\n" + lines.joined(separator: "\n"))
    }
  }

  func end() async {
    work.cancel()
    await work.value
  }
}

extension Party {
  /// Runs a test with alice, bob and carol; alice and bob have a conversation, all three a group.
  static func withThree(_ body: (_ alice: Party, _ bob: Party, _ carol: Party, _ chat: MemoryChat) async throws -> Void)
    async throws
  {
    let chat = MemoryChat()
    let names = ["alice", "bob", "carol"]
    await chat.open(RoomID("boat"), name: "boat", members: names.map { PersonID($0) })
    await chat.open(RoomID("alice-bob"), name: "", members: [PersonID("alice"), PersonID("bob")])
    var parties: [Party] = []
    for name in names { parties.append(try await Party(name, in: chat, people: names)) }
    do {
      try await body(parties[0], parties[1], parties[2], chat)
    } catch {
      for party in parties { await party.end() }
      throw error
    }
    for party in parties { await party.end() }
  }
}

/// A chat in memory on which everybody can be written to.
struct MemoryNetwork: ChatNetwork {
  let chat: MemoryChat
  let me: ChatRoom.Member
  let known: [String]

  var transport: any ChatTransport { chat.device(of: me.id) }
  var name: String { "The chat" }
  var invitation: String { "Others come in as they like." }
  var hasNamesForIDs: Bool { true }

  func people() async throws -> [ChatRoom.Member] { known.map { ChatRoom.Member(id: PersonID($0), name: $0) } }

  func room(with person: PersonID) async throws -> ChatRoom {
    let name = [me.id.rawValue, person.rawValue].sorted().joined(separator: "-")
    let rooms = try await transport.rooms()
    if let room = rooms.first(where: { $0.id.rawValue == name }) { return room }
    await chat.open(RoomID(name), name: "", members: [me.id, person])
    return try await room(with: person)
  }

  func group(_ name: String, with people: [PersonID]) async throws -> ChatRoom {
    await chat.open(RoomID(name), name: name, members: [me.id] + people)
    let rooms = try await transport.rooms()
    guard let room = rooms.first(where: { $0.id.rawValue == name }) else { throw ChatTransportError.unknownRoom }
    return room
  }
}

/// Nobody opens links of the wallet here.
struct NoVisits: WalletVisits {
  func canOpen() async throws -> Bool { false }
  func begin(_ view: WalletView) async throws -> WalletVisit { throw DiscoveryError.notRunning(name: nil) }
  func outcome(of visit: WalletVisit) async throws -> OpeningResult? { nil }
}

/// No provider runs, or one that tells its currencies and nothing else.
struct NoWallet: CardWallet {
  var known: [CurrencyInfo]?

  private var gone: DiscoveryError { .notRunning(name: nil) }
  func providerID() async throws -> String { throw gone }
  func isOpen(_ requestID: PaymentRequestID) async throws -> Bool { throw gone }
  func currencies() async throws -> [CurrencyInfo] {
    guard let known else { throw gone }
    return known
  }

  func makeInvoice(_ request: InvoiceRequest.Params) async throws -> Invoice { throw gone }
  func invoice(id: InvoiceID) async throws -> Invoice { throw gone }
  func cancel(_ id: InvoiceID, requestID: PaymentRequestID) async throws -> Invoice { throw gone }
  func order(_ request: SubmitPaymentOrder.Params) async throws -> PaymentOrder { throw gone }
  func order(requestID: PaymentRequestID) async throws -> PaymentOrder { throw gone }
  func cancel(_ id: OrderID, requestID: PaymentRequestID) async throws -> PaymentOrder { throw gone }
  func follow(_ body: @escaping @Sendable (CardNews) async -> Void) async throws { throw gone }
}
