import ChatMessaging
import ChatPayments
import Consumer
import MessagingAPI
import PaymentsAPI
import PaymentsModel
import TerminalUI

/// The chat of one person. It shows events and carries out what is typed.
actor ChatSession {
  /// The number of earlier messages that are shown at the beginning.
  private static let past = 20
  /// The number of rooms with news that are read when the chat is connected again.
  private static let roomsAtOnce = 50
  /// The number of rooms on the screen that are then read because a message may have been changed.
  private static let roomsOnScreen = 10

  let network: any ChatNetwork
  let agent: CardAgent
  let money: any CardWallet
  let visits: any WalletVisits
  let clock: any WallClock
  /// A signal that changes with every event that a command may wait for.
  let happened = ChangeSignal()
  /// A signal that changes when a wallet whose owner has refused the app is to be asked again.
  let walletAgain = ChangeSignal()
  let completion: ChatCompletion
  var screen: any ChatScreen
  var rooms: [RoomID: ChatRoom] = [:]
  var current: RoomID? {
    didSet { if current != nil { isPlaceLost = false } }
  }
  /// Whether the current conversation has ended, and no other was chosen since.
  var isPlaceLost = false
  /// The latest revision of each message that was received. The texts in `heard` are for commands that wait for one.
  private var revisions: [RoomID: [MessageID: Int]] = [:]
  var heard: [String] = []
  /// The rooms whose messages were read, and the last activity of all rooms at that time.
  private var readRooms: Set<RoomID> = []
  private var readUntil: [RoomID: Timestamp] = [:]
  /// The messages that were shown last.
  private var shown = ShownMessages()
  /// The service through which apps ask for messages; `nil` if it is not available.
  let messaging: MessagingService?
  /// The messages of apps that were shown.
  var shownRequests: Set<PaymentMessageID> = []
  /// The apps that ask to be approved and that were shown, by the identifiers of their questions.
  var shownPairings: [String: PairingQuestion] = [:]
  /// The received files, in the order of their numbers.
  var files: [ReceivedFile] = []
  /// The currencies that the wallet reported last.
  var knownCurrencies: [CurrencyInfo] = []
  var lapsedRequests = Lapses<PaymentMessageID>()
  var lapsedCards = Lapses<CardKey>()
  /// When the line was typed that is being carried out; `nil` for one of a script, which may know what is to come.
  var typedAt: ContinuousClock.Instant?
  var wallet: WalletNews?
  var isConnected = true
  private var toldOfWallet = ""

  init(
    network: any ChatNetwork, agent: CardAgent, money: any CardWallet, visits: any WalletVisits,
    screen: any ChatScreen, completion: ChatCompletion = ChatCompletion(), messaging: MessagingService? = nil,
    clock: any WallClock = SystemWallClock()
  ) {
    self.network = network
    self.agent = agent
    self.money = money
    self.visits = visits
    self.screen = screen
    self.completion = completion
    self.messaging = messaging
    self.clock = clock
  }

  /// Shows what exists already, and follows the chat and the cards until the task is cancelled.
  ///
  /// - Parameter begun: called when everything that existed already is shown.
  func run(_ begun: @Sendable () async -> Void = {}) async {
    let events = await network.transport.events()
    let changes = await agent.changes()
    await withTaskGroup { group in
      group.addTask { await self.agent.run() }
      await readHistory(showing: Self.past)
      await begun()
      group.addTask { await self.followChat(events) }
      group.addTask { await self.followCards(changes) }
      if let messaging {
        group.addTask { await messaging.run() }
        group.addTask { await self.followApps(messaging) }
      }
    }
  }

  // MARK: The chat

  private func followChat(_ events: AsyncStream<ChatEvent>) async {
    for await event in events {
      switch event {
      case .message(let message): await hear(message, isShown: true)
      case .room(let room): know(room)
      case .connected:
        if !isConnected { say(localized("The chat is connected again.")) }
        isConnected = true
        await readHistory(showing: .max)
      case .disconnected:
        if isConnected {
          say(
            localized(
              "\(network.shownName) is gone; what you do with cards is sent when it is back, but no message is."),
            .warning)
        }
        isConnected = false
      case .removed(let message, let room, let person): takeBack(message, in: room, by: person)
      case .delivery(let message, let room, let delivery): noteDelivery(delivery, of: message, in: room)
      case .left(let room, let departure): leave(room, departure)
      case .notice(let notice): say(.lines(ChatNoticeText.lines(notice), .warning))
      }
      happened.bump()
    }
  }

  private func know(_ room: ChatRoom) {
    let isNew = rooms[room.id] == nil
    noteRoom(room)
    if isNew, room.members.count > 2 {
      say(
        localized(
          "You are in the group \(SafeText(room.name, limit: 40)): /to \(SafeText(room.name, limit: 40)) writes to it.")
      )
    }
  }

  /// Remembers the current state of a conversation.
  func noteRoom(_ room: ChatRoom) {
    rooms[room.id] = room
    completion.note(people: room.others.map(network.label) + (room.members.count > 2 ? [room.name] : []))
  }

  /// Reads the messages of all rooms. Messages that were received before are not shown again.
  ///
  /// A network that tells when each room has changed last is asked only for rooms with news, and at the beginning only
  /// for those that can hold the messages to be shown; the others are read when they are chosen. Not every change of a
  /// message is told in this way, so what is on the screen is read again, too.
  private func readHistory(showing limit: Int) async {
    do {
      let all = try await network.transport.rooms()
      for room in all { noteRoom(room) }
      let isBeginning = limit < .max
      let latest = all.filter { $0.lastActivity != nil }.sorted {
        ($0.lastActivity ?? .maximum) > ($1.lastActivity ?? .maximum)
      }
      let news = latest.filter { isBeginning || readUntil[$0.id] != $0.lastActivity }.map(\.id)
      let later = news.dropFirst(isBeginning ? limit : Self.roomsAtOnce)
      // A conversation that is not read now is read when it is chosen.
      readRooms = []
      let wanted = Set(news).subtracting(later).union(shown.latestRooms(Self.roomsOnScreen))
      var messages: [ChatMessage] = []
      for room in all where room.lastActivity == nil || wanted.contains(room.id) {
        do {
          messages += try await network.transport.history(of: room.id)
          readRooms.insert(room.id)
        } catch let error as ChatTransportError where !error.isOutage {
          // Only this conversation cannot be read. It is read when it is chosen.
        }
      }
      for room in all { readUntil[room.id] = room.lastActivity }
      await hearAll(messages, showing: limit)
      if !isBeginning, !later.isEmpty {
        say(localized("\(later.count) more conversations have news, which /to WHO shows."))
      }
    } catch {
      isConnected = false
      say(
        localized(
          "\(network.shownName) does not answer; what you do with cards is sent when it is back, but no message is."),
        .warning)
    }
    // Open cards are shown even if their messages are older than those that are shown.
    for card in await agent.cards where !card.state(now: clock.now()).isFinal { await showCard(card.key) }
  }

  private func hearAll(_ messages: [ChatMessage], showing limit: Int) async {
    let messages = messages.sorted { $0.sentAt < $1.sentAt }
    let first = max(0, messages.count - limit)
    for (index, message) in messages.enumerated() { await hear(message, isShown: index >= first) }
  }

  /// Reads the messages of a room that were not read at the beginning.
  func readOnce(_ room: RoomID) async {
    guard !readRooms.contains(room), let messages = try? await network.transport.history(of: room) else { return }
    readRooms.insert(room)
    await hearAll(messages, showing: Self.past)
  }

  private func hear(_ message: ChatMessage, isShown: Bool) async {
    if let revision = revisions[message.room]?[message.id], revision >= message.revision { return }
    revisions[message.room, default: [:]][message.id] = message.revision
    switch await agent.hear(message) {
    case .card(let key, _): if isShown { await showCard(key) }
    // The proposal of the card arrives later and brings these steps with it.
    case .early: break
    case .text(let reason):
      if message.from != rooms[message.room]?.me {
        heard.append(message.content.text)
        // The file gets a number even if it is not shown.
        if let file = message.file { _ = number(of: file, message) }
      }
      guard isShown else { return }
      showMessage(message)
      switch reason {
      case .link(.newer): say(localized("That is a payment card which a newer paychat can use."))
      case .ahead:
        say(localized("That is a payment card which is dated too far ahead of this machine's clock to be used."))
      default: break
      }
    }
  }

  private func showMessage(_ message: ChatMessage, as fate: MessageView.Fate? = nil) {
    shown.keep(message)
    let room = rooms[message.room]
    let names = names(in: room)
    let view = MessageView(
      author: names.name(message.from), isMine: names.isMe(message.from),
      place: message.room == current
        ? nil : room.flatMap { $0.members.count > 2 ? SafeText($0.name, limit: 40).text : nil },
      text: message.content.text, sentAt: message.sentAt, isEdited: message.isEdited,
      file: message.file.map { FileWords($0, number: number(of: $0, message)) }, fate: fate)
    screen.show(view, as: .message(message.room, message.id))
  }

  /// Shows that a message is gone. Cards tell that themselves.
  private func takeBack(_ message: MessageID, in room: RoomID, by person: PersonID?) {
    guard let message = shown.message(message, in: room) else { return }
    guard person != message.from else { return showMessage(message, as: .takenBack) }
    showMessage(message, as: .removed(person.map { names(in: rooms[room]).removal(by: $0, in: room) }))
  }

  /// Shows what became of a message of this person, if it does not reach its reader.
  private func noteDelivery(_ delivery: ChatDelivery, of message: MessageID, in room: RoomID) {
    guard let message = shown.message(message, in: room) else { return }
    switch delivery {
    case .sent, .received, .unknown: showMessage(message)
    case .delayed(let words): showMessage(message, as: .delayed(words))
    case .failed(let words): showMessage(message, as: .undelivered(words))
    }
  }

  private func leave(_ room: RoomID, _ departure: ChatDeparture) {
    guard let known = rooms[room] else { return }
    say(ChatNoticeText.sentence(departure, room: SafeText(title(known), limit: 40).text), .warning)
    // What is typed next must not go to somebody else: it is asked for whom it is.
    forget(room)
  }

  // MARK: Cards

  private func followCards(_ changes: AsyncStream<CardChange>) async {
    for await change in changes {
      switch change {
      case .card(let key): await showCard(key)
      case .wallet: break
      case .notKept:
        say(
          localized("A card cannot be written down, and nothing is done for it until it can: is the disk full?"), .bad)
      }
      happened.bump()
    }
  }

  private func showCard(_ key: CardKey) async {
    guard let card = await agent.card(key) else { return }
    noteCard(card)
    screen.show(view(card), as: .card(key))
  }

  /// Remembers whether a card on the screen waits for acceptance.
  func noteCard(_ card: Card) {
    lapsedCards.show(card.key, isWaiting: card.commands(now: clock.now()).contains(.accept))
  }

  func names(in room: ChatRoom?) -> CardNames {
    CardNames(room: room, me: network.me.id, hasNamesForIDs: network.hasNamesForIDs)
  }

  /// Returns the presentation of a card.
  func view(_ card: Card) -> CardBubble {
    let room = rooms[card.room]
    return CardBubble(
      card, number: card.number ?? 0, names: names(in: room), now: clock.now(),
      place: room.flatMap { $0.members.count > 2 ? $0.name : nil })
  }

  // MARK: The wallet

  /// Records the state of the connection to the wallet, and tells the person what they have to know.
  func hearWallet(_ news: WalletNews) {
    wallet = news
    defer { happened.bump() }
    let remark: Remark
    switch news {
    case .ready(let provider): remark = .line(localized("Your wallet is connected: \(provider)."), .good)
    case .pairing(let code, let questionID):
      remark = .lines(
        [
          localized("Your wallet's owner has to let paychat in. At the owner's console:"),
          "payd approve \(SafeText(PartialIdentifier.shortened(questionID))) --code \(code)",
        ], .warning)
    case .failed(let failure):
      let advice = failure.advice.map { SafeText($0).text }
      remark = .lines(
        [localized("\(SafeText(failure.message)) You can chat meanwhile; payments wait.")]
          + (advice.map { [$0] } ?? []), .warning)
    }
    let text = remark.lines.joined(separator: "\n")
    guard text != toldOfWallet else { return }
    toldOfWallet = text
    screen.say(remark)
  }

  // MARK: Remarks

  /// The text before the line being typed.
  var prompt: String { "\(SafeText(network.label(network.me), limit: 32))\(place.map { " → \($0)" } ?? "")> " }

  /// Shows the first remark to a person.
  func welcome(isScript: Bool) {
    guard !isScript else { return }
    say(
      localized(
        "You are \(network.label(network.me)) at \(network.shownName.replacing(/^The/, with: "the")). "
          + "/help lists the commands.")
    )
  }

  func say(_ text: String, _ tone: TextStyle.Tone = .faint) { screen.say(.line(text, tone)) }

  func say(_ remark: Remark) { screen.say(remark) }

  /// Redraws the screen after a line was typed, because the window may have changed.
  func refresh() { screen.refresh() }
}
