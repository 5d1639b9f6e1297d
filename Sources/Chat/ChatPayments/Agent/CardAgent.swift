import JSON
import PaymentsAPI
public import PaymentsModel

/// Connects the cards of one person with a chat and with that person's provider. It receives and sends messages, makes
/// invoices and orders, and follows them. Each ``Card`` says what is to be done next; the agent does it, and does it
/// again after a crash.
///
/// Every state of a card is on the disk before the agent acts on it or reports it.
public actor CardAgent: WalletFollower {
  let transport: any ChatTransport
  let wallet: any CardWallet
  let clock: any WallClock
  let files: CardFiles
  var book: CardBook
  var rooms: [RoomID: ChatRoom] = [:]
  /// The last activity of each room when its history was last read.
  var readUntil: [RoomID: Timestamp] = [:]
  /// The rooms with news that are still to be read, the one with the latest news last.
  var unread: [ChatRoom] = []
  /// The cards by the identifiers of the requests that they send to the provider.
  private var requests: [PaymentRequestID: CardKey] = [:]
  /// The cards that are held back because their room is not known.
  var roomless: Set<CardKey> = []
  /// The cards whose message is being sent, and the news of messages that came meanwhile: whether they are of these
  /// messages is known only when the network has named them.
  var publishing: Set<CardKey> = []
  var earlyDeliveries: [(message: MessageID, room: RoomID, delivery: ChatDelivery)] = []
  private var working: [CardKey: Task<Void, Never>] = [:]
  private var saves = 0
  /// The cards whose last change could not be written to the disk.
  private var unkept: Set<CardKey> = []
  var shown: [CardKey: CardState] = [:]
  var canSend = true
  package var isWalletReachable = true
  package var isShutOut = false
  private let listeners = Multicast<CardChange>()

  /// Creates an agent with the cards that a folder holds. It starts to work in ``run()``.
  ///
  /// - Parameters:
  ///   - transport: the chat.
  ///   - wallet: this person's provider.
  ///   - folder: the path of a folder that nothing else uses.
  ///   - clock: the source of the current time.
  /// - Throws: `KeptFolderError`.
  public init(
    transport: any ChatTransport, wallet: any CardWallet, folder: String, clock: any WallClock = SystemWallClock()
  ) async throws {
    self.transport = transport
    self.wallet = wallet
    self.clock = clock
    files = CardFiles(folder)
    var cards: [Card] = []
    for (name, bytes) in try await files.load() { cards.append(try CardFile.read(bytes, name: name)) }
    book = CardBook(cards)
    readUntil = try await files.loadReadRooms()
    for card in cards {
      try index(card.key)
      if card.hindrance == .noRoom { roomless.insert(card.key) }
    }
  }

  // MARK: Reading

  /// All cards, the oldest first.
  public var cards: [Card] {
    book.cards.values.sorted {
      ($0.terms.createdAt, $0.key.id.rawValue) < ($1.terms.createdAt, $1.key.id.rawValue)
    }
  }

  /// The card with a key.
  public func card(_ key: CardKey) -> Card? { book[key] }

  /// The card with a number that it was given on this device.
  public func card(numbered number: Int) -> Card? { book.cards.values.first { $0.number == number } }

  /// The progress of the collections that this person has started.
  public var collections: [CollectionProgress] {
    CollectionProgress.all(in: cards.filter(\.isAuthor), now: clock.now())
  }

  /// Returns a new stream of the changes from now on. Every caller gets all of them.
  public func changes() -> AsyncStream<CardChange> { listeners.listen() }

  func tell(_ change: CardChange) { listeners.tell(change) }

  package func tellWallet(isReachable: Bool) { tell(.wallet(isReachable: isReachable)) }

  // MARK: Commands

  /// Proposes a card in a room. When this returns, the card is on the disk; it is sent as soon as there is a
  /// connection.
  ///
  /// - Parameter id: an identifier that the caller has made, which no card of this person has; by default a new one.
  /// - Returns: the key of the card.
  /// - Throws: ``CardTermsError``, ``CardLinkError``, ``ChatTransportError/unknownRoom``,
  ///   ``ChatTransportError/tooLarge(limit:)``, `KeptFolderError`.
  @discardableResult
  public func propose(_ draft: CardDraft, as id: CardID = .random(), in room: RoomID) async throws -> CardKey {
    let room = try await self.room(room)
    let terms = draft.terms(now: clock.now())
    try terms.validate()
    guard let other = CardBook.addressee(of: terms, from: room.me, in: room) else { throw CardTermsError.addressee }
    let key = CardKey(author: room.me, id: id)
    var card = Card(key: key, terms: terms, room: room.id, me: room.me, other: other)
    if terms.kind == .offer { (card.consent, card.wantsLightning) = (.all, draft.byLightning) }
    try await transport.checkSize(of: CardText.content(of: card, in: room, isBrief: true))
    try index(key)
    book.add(card)
    do {
      try await keep(key)
    } catch {
      book[key] = nil
      throw error
    }
    tell(.card(key))
    work(on: key)
    return key
  }

  /// Asks several people for their parts of a sum. Each of them gets a card.
  ///
  /// - Parameters:
  ///   - parts: the price for each person, and the room of the card; see ``CardAgent/split(_:of:among:)``.
  ///   - title: the purpose of the collection.
  ///   - lifetime: the time in which each card can be accepted and paid.
  /// - Returns: the identifier of the collection.
  /// - Throws: the errors of ``propose(_:in:)``; the cards before the failed one stay proposed.
  @discardableResult
  public func collect(
    _ parts: [CollectionPart], title: String? = nil, lifetime: Duration = CardDraft.lifetime
  ) async throws -> CardID {
    let collection = CardCollection(id: .random(), title: title)
    for part in parts {
      try await propose(
        CardDraft(.request, [part.price], to: part.person, lifetime: lifetime, collection: collection), in: part.room)
    }
    return collection.id
  }

  /// Divides a sum into equal parts, in a currency that the provider offers. If it cannot be divided evenly, the parts
  /// differ by one atomic unit.
  ///
  /// - Throws: ``CollectionSplitError`` and the errors of the wallet.
  public func split(_ total: DecimalAmount, of currency: String, among count: Int) async throws -> [CardPrice] {
    guard let info = try await wallet.currencies().first(where: { $0.code == currency }) else {
      throw CollectionSplitError.unknownCurrency
    }
    return try CollectionSplit.parts(of: total, decimals: info.decimals, among: count)
      .map { CardPrice(currency: currency, amount: $0) }
  }

  /// Accepts a card.
  ///
  /// - Parameters:
  ///   - currency: the currency of one of the prices; `nil` if there is only one price.
  ///   - byLightning: whether a payer wants to pay by Lightning, if the payee gives an invoice for that.
  /// - Throws: ``CardCommandError``, `KeptFolderError`.
  public func accept(_ key: CardKey, currency: String? = nil, byLightning: Bool = false) async throws {
    let now = clock.now()
    try await change(key) { try $0.accept(currency: currency, byLightning: byLightning, now: now) }
  }

  /// Declines a card.
  ///
  /// - Throws: ``CardCommandError``, `KeptFolderError`.
  public func decline(_ key: CardKey, reason: String? = nil) async throws {
    let now = clock.now()
    try await change(key) { try $0.decline(reason: reason, now: now) }
  }

  /// Cancels one of this person's own cards.
  ///
  /// - Throws: ``CardCommandError``, `KeptFolderError`.
  public func cancel(_ key: CardKey, reason: String? = nil) async throws {
    let now = clock.now()
    try await change(key) { try $0.cancel(reason: reason, now: now) }
  }

  /// Retries what the provider or the chat has refused, even after the provider's owner has refused this app.
  ///
  /// - Throws: ``CardCommandError``, `KeptFolderError`.
  public func retry(_ key: CardKey) async throws {
    isShutOut = false
    try await change(key) { try $0.retry() }
  }

  /// Retries everything that the provider has refused.
  ///
  /// - Throws: `KeptFolderError`.
  package func retryAll() async throws {
    for card in cards where card.problem != nil {
      // The card may have proceeded in the meantime.
      do { try await retry(card.key) } catch is CardCommandError {}
    }
  }

  /// Withdraws this person's side of a card, whose message somebody else has removed for everybody. It is not sent again.
  func withdraw(_ key: CardKey, by person: PersonID) async throws {
    let now = clock.now()
    try await change(key) { try $0.wasSilenced(by: person, now: now) }
  }

  private func change(_ key: CardKey, _ body: (inout Card) throws -> Void) async throws {
    guard var card = book[key] else { throw CardCommandError.unknownCard }
    try body(&card)
    guard card != book[key] else { return }
    try await put(card)
  }

  /// Stores a card after a command. If that fails, the command is undone, so that it does not take effect after its
  /// error.
  private func put(_ card: Card) async throws {
    let before = book[card.key]
    book[card.key] = card
    do {
      try await keep(card.key)
    } catch {
      // If a message changed the card in the meantime, the card keeps that change and the command.
      if book[card.key] == card { book[card.key] = before }
      throw error
    }
    tell(.card(card.key))
    work(on: card.key)
  }

  // MARK: Storing

  /// Writes the current state of a card to the disk.
  func keep(_ key: CardKey) async throws {
    guard let card = book[key] else { return }
    saves += 1
    let number = saves
    do {
      try await files.save(try CardFile.write(card), as: try CardFile.name(of: key), number: number)
      unkept.remove(key)
    } catch {
      unkept.insert(key)
      throw error
    }
  }

  /// Whether everything that is known of a card is on the disk.
  func isKept(_ key: CardKey) -> Bool { !unkept.contains(key) }

  /// Makes a card findable by the requests that it sends to the provider.
  func index(_ key: CardKey) throws {
    requests[try key.requestID(.order)] = key
    requests[try key.requestID(.invoice)] = key
  }

  /// The card that has sent a request to the provider.
  func card(of request: PaymentRequestID) -> CardKey? { requests[request] }

  // MARK: Work

  /// Starts to do what is to be done for a card, one action after the other.
  func work(on key: CardKey) {
    guard working[key] == nil else { return }
    working[key] = Task { await workThrough(key) }
  }

  /// Waits until everything that was begun is finished and stored.
  func finishWork() async {
    while let task = working.first?.value { await task.value }
  }

  private func workThrough(_ key: CardKey) async {
    defer { working[key] = nil }
    while let card = book[key], let effect = card.effect(now: clock.now(), isReachable: canSend) {
      do {
        try await keep(key)
      } catch {
        tell(.notKept(key))
        return
      }
      // A command or a message may have changed the card in the meantime.
      guard book[key]?.effect(now: clock.now(), isReachable: canSend) == effect else { continue }
      await perform(effect, for: key)
      if effect == .publish, !canSend { continue }
      if let after = book[key], after == card {
        // The action had no effect on the card, so repeating it at once would have none either.
        book[key]?.stop(CardProblem(reason: nil, retryAt: clock.now().advanced(by: .seconds(30))))
      }
      tell(.card(key))
    }
    // This stores the result of the last action.
    do { try await keep(key) } catch { tell(.notKept(key)) }
  }
}
