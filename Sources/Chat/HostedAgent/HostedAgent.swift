import ChatPayments
import Consumer
import JSON
import JSONLines
import PaymentsModel

/// The cards of one person for a chat in another process, the host. The two exchange lines of JSON, which chapter 19 of
/// the specification describes.
///
/// Each line of the host is answered when what it says is on the disk. Lines are handled one after the other, and the
/// next one is read when the answer was written, so a host that does not read is not read either.
actor HostedAgent {
  /// The version of the lines.
  static let version = 1
  /// The highest number of questions to the wallet that are under way at once.
  private static let mostQuestions = 8

  let agent: CardAgent
  let transport: HostTransport
  let wallet: PaymentsClient
  let words: any AgentWords
  let clock: any WallClock
  let writer: LineWriter
  let dirty = DirtyCards()
  /// A signal that changes when a wallet whose owner has refused the app is to be asked again.
  let walletAgain = ChangeSignal()
  var rooms: [RoomID: ChatRoom] = [:]
  /// The hash of the last line about each card and collection. An equal line is not written again.
  var told: [String: Int] = [:]
  private let early: EarlyMessages
  private var hasShownAll = false
  private var questions = 0

  init(
    agent: CardAgent, early: EarlyMessages, transport: HostTransport, wallet: PaymentsClient, words: any AgentWords,
    writer: LineWriter, clock: any WallClock
  ) {
    self.agent = agent
    self.early = early
    self.transport = transport
    self.wallet = wallet
    self.words = words
    self.writer = writer
    self.clock = clock
  }

  /// Works until the task is cancelled.
  func run() async {
    let changes = await agent.changes()
    await withTaskGroup { group in
      group.addTask { await self.agent.run() }
      group.addTask { await self.collect(changes) }
      group.addTask { await self.showChanges() }
      group.addTask { await self.watchWallet() }
    }
  }

  // MARK: Lines

  /// Carries out a line of the host and answers it.
  func takeLine(_ line: HostLine, numbered number: UInt32) async {
    do {
      switch line {
      case .hello: throw FailureDescription(reason: "malformed", text: "The host has said hello before.")
      case .room(let room): try await enter(room)
      case .left(let room): await leave(room)
      case .message(let message): return await answer(number, try await hear(message))
      case .removed(let message, let room, let person):
        if person != nil { try await early.forget(message, in: room) }
        return await answer(number, about: try await agent.takeRemoval(of: message, in: room, by: person))
      case .delivery(let delivery, let message, let room):
        return await answer(number, about: try await agent.takeDelivery(delivery, of: message, in: room))
      case .connection(let isUp): await connect(isUp)
      case .sent(let id, let result): await transport.answer(id, result)
      case .propose(let proposal): return await answer(number, about: try await propose(proposal))
      case .accept(let key, let currency, let byLightning):
        try await agent.accept(key, currency: currency, byLightning: byLightning)
      case .decline(let key, let reason): try await agent.decline(key, reason: reason)
      case .cancel(let key, let reason): try await agent.cancel(key, reason: reason)
      case .retry(let key): try await retry(key)
      case .currencies: return try ask(number) { try await self.currencies() }
      case .split(let total, let currency, let count):
        return try ask(number) { try await self.split(total, of: currency, among: count) }
      }
      await answer(number, [:])
    } catch {
      await refuse(number, error)
    }
  }

  private func answer(_ number: UInt32, _ members: JSONObject) async {
    var line: JSONValue = ["type": "ok", "n": .integer(number)]
    for member in members { line.add(member.name, member.value) }
    await writer.write(line)
  }

  private func answer(_ number: UInt32, about card: CardKey?) async {
    await answer(number, card.map { ["card": CardLines.key($0)] } ?? [:])
  }

  private func refuse(_ number: UInt32, _ error: any Error) async {
    let failure = Self.failure(error) ?? words.describe(error)
    await writer.write(
      ["type": "error", "n": .integer(number), "reason": .string(failure.reason), "text": .string(failure.text)])
  }

  // MARK: The chat

  private func enter(_ room: ChatRoom) async throws {
    rooms[room.id] = room
    await transport.add(room)
    await agent.know(room)
    for message in await early.all(in: room.id) { try await hearAgain(message) }
    // The words of its cards may name people by other names now.
    dirty.addCards(of: room.id)
  }

  private func leave(_ room: RoomID) async {
    rooms[room] = nil
    await transport.remove(room)
    await agent.forget(room)
  }

  private func connect(_ isUp: Bool) async {
    if !hasShownAll {
      hasShownAll = true
      dirty.addAll()
    }
    await transport.setConnected(isUp)
  }

  private func hear(_ message: ChatMessage) async throws -> JSONObject {
    guard rooms[message.room] != nil else { throw ChatTransportError.unknownRoom }
    switch try await agent.takeMessage(message) {
    case .card(let key, let isNew):
      if isNew { for message in await early.all(in: message.room) { try await hearAgain(message) } }
      return ["card": CardLines.key(key)]
    case .early:
      try await early.keep(message)
      return ["text_because": "early"]
    case .text(let reason): return ["text_because": .string(Self.word(reason))]
    }
  }

  private func hearAgain(_ message: ChatMessage) async throws {
    if try await agent.takeMessage(message) != .early { await early.remove(message) }
  }

  private static func word(_ reason: CardBook.TextReason) -> String {
    switch reason {
    case .noCard: "no_card"
    case .link(.newer): "newer"
    case .link: "malformed"
    case .addressee: "addressee"
    case .anotherRoom: "another_room"
    case .otherTerms: "other_terms"
    case .tooMany: "too_many"
    case .ahead: "ahead"
    }
  }

  // MARK: What the user wants

  private func propose(_ proposal: HostProposal) async throws -> CardKey {
    guard let room = rooms[proposal.room] else { throw ChatTransportError.unknownRoom }
    let key = CardKey(author: room.me, id: proposal.id)
    guard let card = await agent.card(key) else {
      return try await agent.propose(proposal.draft, as: proposal.id, in: proposal.room)
    }
    // The host repeats what was not acknowledged. Another card needs another identifier.
    guard proposal.made(card) else {
      throw FailureDescription(reason: "card_exists", text: "There is another card with this identifier.")
    }
    return key
  }

  private func retry(_ key: CardKey?) async throws {
    walletAgain.bump()
    if let key { try await agent.retry(key) } else { try await agent.retryAll() }
  }

  /// Asks the wallet without letting the next line wait for it.
  private func ask(_ number: UInt32, _ question: @escaping @Sendable () async throws -> JSONObject) throws {
    guard questions < Self.mostQuestions else {
      throw FailureDescription(reason: "busy", text: "Too many questions to the wallet are under way.")
    }
    questions += 1
    Task {
      do {
        await answer(number, try await question())
      } catch {
        await refuse(number, error)
      }
      questions -= 1
    }
  }

  private func currencies() async throws -> JSONObject {
    let currencies = try await wallet.currencies().map { currency -> JSONValue in
      [
        "code": .string(currency.code), "name": .string(currency.name), "decimals": .integer(currency.decimals),
      ]
    }
    return ["currencies": .array(currencies)]
  }

  private func split(_ total: DecimalAmount, of currency: String, among count: Int) async throws -> JSONObject {
    let prices = try await agent.split(total, of: currency, among: count)
    return ["amounts": .array(prices.map { .string($0.amount.text) })]
  }
}
