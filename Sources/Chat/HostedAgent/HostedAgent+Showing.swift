import ChatPayments
import Consumer
import JSON
import JSONLines
import Synchronization

extension HostedAgent {
  // MARK: Cards

  /// Notes which cards have changed. A host that does not read gets only the latest state of each.
  func collect(_ changes: AsyncStream<CardChange>) async {
    for await change in changes {
      switch change {
      case .card(let key): dirty.addCard(key)
      case .notKept(let key): dirty.addNotKept(key)
      case .wallet: break
      }
    }
  }

  /// Shows the cards that have changed, until the task is cancelled.
  func showChanges() async {
    while !Task.isCancelled {
      let version = dirty.changed.version
      let (changed, notKept) = dirty.takeAll()
      let cards = await agent.cards.filter(changed.contains)
      // A card may have changed again while others were written.
      for card in cards { if let now = await agent.card(card.key) { await showCard(now) } }
      if cards.contains(where: { $0.isAuthor && $0.terms.collection != nil }) { await showCollections() }
      for key in notKept { await tellNotKept(key) }
      do { try await dirty.changed.wait(beyond: version) } catch { return }
    }
  }

  private func showCard(_ card: Card) async {
    let line = CardLines.line(card, in: rooms[card.room], now: clock.now(), words: words)
    await tell(line, about: "card \(card.key.id) \(card.key.author.rawValue)")
  }

  private func showCollections() async {
    for progress in await agent.collections {
      await tell(CardLines.line(progress), about: "collection \(progress.id)")
    }
  }

  private func tell(_ line: JSONValue, about subject: String) async {
    let hash = line.encoded().hashValue
    guard told.updateValue(hash, forKey: subject) != hash else { return }
    await writer.write(line)
  }

  private func tellNotKept(_ key: CardKey) async {
    await writer.write([
      "type": "error", "reason": "cards_failed", "card": CardLines.key(key),
      "text": "The card cannot be written to the disk. Nothing is done for it until that works again.",
    ])
  }

  // MARK: The wallet

  /// Keeps the connection to the wallet open and tells how it stands, until the task is cancelled.
  func watchWallet() async {
    await WalletWatch(client: wallet, again: walletAgain).run { state in
      switch state {
      case .success(let pairing): await self.tellPairing(pairing)
      case .failure(let error): await self.tellFailure(of: error)
      }
    }
  }

  private func tellPairing(_ pairing: Pairing) async {
    await tellWallet(WalletReport(pairing, provider: await wallet.providerName))
  }

  private func tellFailure(of error: any Error) async {
    let failure = words.describe(error)
    await tellWallet(WalletReport(error, reason: failure.reason, text: failure.text))
  }

  private func tellWallet(_ report: WalletReport) async {
    let type = JSONObject.Member(name: "type", value: "wallet")
    await tell(.object(JSONObject([type] + report.members.members)), about: "wallet")
  }
}

/// The cards that may have changed since they were last shown. May be used from any thread.
final class DirtyCards: Sendable {
  struct Changed: Sendable {
    var keys: Set<CardKey> = []
    var rooms: Set<RoomID> = []
    var isAll = false

    func contains(_ card: Card) -> Bool { isAll || keys.contains(card.key) || rooms.contains(card.room) }
  }

  private let cards = Mutex<(changed: Changed, notKept: Set<CardKey>)>((Changed(), []))
  /// A signal that changes with each card.
  let changed = ChangeSignal()

  func addCard(_ key: CardKey) { change { $0.changed.keys.insert(key) } }

  /// Adds all cards of a room.
  func addCards(of room: RoomID) { change { $0.changed.rooms.insert(room) } }

  func addAll() { change { $0.changed.isAll = true } }

  func addNotKept(_ key: CardKey) { change { $0.notKept.insert(key) } }

  func takeAll() -> (changed: Changed, notKept: Set<CardKey>) {
    cards.withLock { exchange(&$0, with: (Changed(), [])) }
  }

  private func change(_ body: (inout (changed: Changed, notKept: Set<CardKey>)) -> Void) {
    cards.withLock { body(&$0) }
    changed.bump()
  }
}
