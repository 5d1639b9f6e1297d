import JSON
import PaymentsAPI
public import PaymentsModel

/// Joins the cards of one person with a chat and with the own provider: hears and sends messages, makes invoices and
/// orders, and follows them. What is to be done stands in each ``Card``; the agent does it, again after any crash.
///
/// Nothing is done or told for a card before it is on the disk as it then is.
public actor CardAgent {
  let transport: any ChatTransport
  let wallet: any CardWallet
  let clock: any WallClock
  let files: CardFiles
  var book: CardBook
  var rooms: [RoomID: ChatRoom] = [:]
  /// Which card has made which request of the own provider.
  private var requests: [PaymentRequestID: CardKey] = [:]
  private var working: [CardKey: Task<Void, Never>] = [:]
  private var saves = 0
  var shown: [CardKey: CardState] = [:]
  var canSend = true
  var isWalletReachable = true
  /// The owner has refused this app or taken back that it may ask: it does not knock again by itself.
  var isShutOut = false
  private let listeners = Multicast<CardChange>()

  /// An agent with the cards that a folder holds; ``run()`` begins its work.
  ///
  /// - Parameters:
  ///   - transport: the chat.
  ///   - wallet: the own provider.
  ///   - folder: the path of a folder that belongs to it alone.
  ///   - clock: what time it is.
  /// - Throws: ``CardFilesError``.
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
    for card in cards { try index(card.key) }
  }

  // MARK: What there is

  /// All cards, the oldest first.
  public var cards: [Card] {
    book.cards.values.sorted {
      ($0.terms.createdAt, $0.key.id.rawValue) < ($1.terms.createdAt, $1.key.id.rawValue)
    }
  }

  /// A card.
  public func card(_ key: CardKey) -> Card? { book[key] }

  /// The card that is called by a number on this device.
  public func card(numbered number: Int) -> Card? { book.cards.values.first { $0.number == number } }

  /// How far the collections of this person are.
  public var collections: [CollectionProgress] {
    CollectionProgress.all(in: cards.filter(\.isAuthor), now: clock.now())
  }

  /// What changes from now on. Each call begins a sequence of its own.
  public func changes() -> AsyncStream<CardChange> { listeners.listen() }

  func tell(_ change: CardChange) { listeners.tell(change) }

  // MARK: Commands

  /// Proposes a card in a room.
  ///
  /// - Returns: which it is, once it is on the disk; it is sent as soon as there is a connection.
  /// - Throws: ``CardTermsError``, ``CardLinkError``, ``ChatTransportError/unknownRoom``, ``CardFilesError``.
  @discardableResult
  public func propose(_ draft: CardDraft, in room: RoomID) async throws -> CardKey {
    let room = try await self.room(room)
    let terms = draft.terms(now: clock.now())
    try terms.validate()
    guard let other = CardBook.addressee(of: terms, from: room.me, in: room) else { throw CardTermsError.addressee }
    let key = CardKey(author: room.me, id: .random())
    var card = Card(key: key, terms: terms, room: room.id, me: room.me, other: other)
    if terms.kind == .offer { card.consent = .all }
    _ = try CardLink.write(CardMessage(card: key.id, terms: terms))
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

  /// Asks several people for their parts of a sum: a card for each.
  ///
  /// - Parameters:
  ///   - parts: what each is to pay, and where they are asked; see ``CardAgent/split(_:of:among:)``.
  ///   - title: what it is for.
  ///   - lifetime: for how long each card can be accepted and paid.
  /// - Returns: the collection's name.
  /// - Throws: as ``propose(_:in:)``; the cards before the one that failed are proposed.
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

  /// The parts of a sum in a currency of the own provider's, equal but for what cannot be divided.
  ///
  /// - Throws: ``CollectionSplitError``; what the wallet throws.
  public func split(_ total: DecimalAmount, of currency: String, among count: Int) async throws -> [CardPrice] {
    guard let info = try await wallet.currencies().first(where: { $0.code == currency }) else {
      throw CollectionSplitError.unknownCurrency
    }
    return try CollectionSplit.parts(of: total, decimals: info.decimals, among: count)
      .map { CardPrice(currency: currency, amount: $0) }
  }

  /// Says yes to a card.
  ///
  /// - Throws: ``CardCommandError``, ``CardFilesError``.
  public func accept(_ key: CardKey, currency: String? = nil) async throws {
    let now = clock.now()
    try await change(key) { (card) throws(CardCommandError) in try card.accept(currency: currency, now: now) }
  }

  /// Says no to a card.
  ///
  /// - Throws: ``CardCommandError``, ``CardFilesError``.
  public func decline(_ key: CardKey, reason: String? = nil) async throws {
    let now = clock.now()
    try await change(key) { (card) throws(CardCommandError) in try card.decline(reason: reason, now: now) }
  }

  /// Takes an own card back.
  ///
  /// - Throws: ``CardCommandError``, ``CardFilesError``.
  public func cancel(_ key: CardKey, reason: String? = nil) async throws {
    let now = clock.now()
    try await change(key) { (card) throws(CardCommandError) in try card.cancel(reason: reason, now: now) }
  }

  /// Tries again what the own provider refused; also where its owner had refused this app.
  ///
  /// - Throws: ``CardCommandError``, ``CardFilesError``.
  public func retry(_ key: CardKey) async throws {
    isShutOut = false
    try await change(key) { (card) throws(CardCommandError) in try card.retry() }
  }

  private func change(_ key: CardKey, _ body: (inout Card) throws(CardCommandError) -> Void) async throws {
    guard var card = book[key] else { throw CardCommandError.unknownCard }
    try body(&card)
    guard card != book[key] else { return }
    try await put(card)
  }

  /// What a person has said counts once it is on the disk: what was answered by an error is not done later.
  private func put(_ card: Card) async throws {
    let before = book[card.key]
    book[card.key] = card
    do {
      try await keep(card.key)
    } catch {
      // Where something was heard meanwhile, that stays, and with it what was said.
      if book[card.key] == card { book[card.key] = before }
      throw error
    }
    tell(.card(card.key))
    work(on: card.key)
  }

  // MARK: Keeping

  /// Writes a card down as it is now.
  func keep(_ key: CardKey) async throws {
    guard let card = book[key] else { return }
    saves += 1
    let number = saves
    try await files.save(try CardFile.write(card), as: try CardFile.name(of: key), number: number)
  }

  /// Finds cards by the requests that they make.
  func index(_ key: CardKey) throws {
    requests[try key.requestID(.order)] = key
    requests[try key.requestID(.invoice)] = key
  }

  /// The card that has made a request.
  func card(of request: PaymentRequestID) -> CardKey? { requests[request] }

  // MARK: Work

  /// Does what is to be done for a card, one thing after the other.
  func work(on key: CardKey) {
    guard working[key] == nil else { return }
    working[key] = Task { await workThrough(key) }
  }

  /// Waits until all that was begun is done and on the disk.
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
      // Meanwhile the person or the other one may have said something else.
      guard book[key]?.effect(now: clock.now(), isReachable: canSend) == effect else { continue }
      await perform(effect, for: key)
      if effect == .publish, !canSend { continue }
      if let after = book[key], after == card {
        // It was done and changed nothing: once more at once would not either.
        book[key]?.stop(CardProblem(reason: nil, retryAt: clock.now().advanced(by: .seconds(30))))
      }
      tell(.card(key))
    }
    // What was learnt by the last thing done.
    do { try await keep(key) } catch { tell(.notKept(key)) }
  }
}
