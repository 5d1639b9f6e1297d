import PaymentsAPI
import PaymentsCore
import PaymentsModel
import TestSupport

@testable import ChatPayments
@testable import MockWallet

/// Cards between the person of the wallet and somebody else, and the chat that carries them.
extension World {
  /// The addresses of the other person are none of those that the app pays.
  private static let firstAddressOfOther = 2_000_000

  /// Lets somebody else be there, with whom the person of the wallet talks.
  func meetCorrespondent(seed: UInt64) {
    guard let chatNetwork else { return }
    correspondent = Correspondent(
      chatNetwork, seed: seed, newAddress: { [unowned self] in try addressOfOther(for: $0, $1) },
      pay: { [unowned self] payment in
        note("the other person pays \(payment.price.amount.text) to \(payment.address)")
        // It may be an address of a ledger that was lost.
        _ = try? network.control.receive(payment.address, amount: payment.price.amount)
      })
  }

  /// The address at which the other person wants to be paid for a card. From now on it may be paid, once: that person asks for
  /// it only when the one of the wallet has agreed to the card.
  private func addressOfOther(for card: Card, _ price: CardPrice) throws -> String {
    let address = MockAddress.example(
      currency: Self.currency, number: Self.firstAddressOfOther + requests.count)
    let request = PaymentRequest(
      id: try card.key.requestID(.order), address: address, amount: try Amount(price.amount, decimals: 8))
    request.isOfCard = true
    request.expiresAt = card.terms.expiresAt
    request.interruptionsBefore = interruptions
    guard accepted.contains(card.key) else { throw Violation("\(card.key.id) was accepted without its person") }
    requests.append(request)
    note("the other person wants \(price.amount.text) at \(address)")
    return address
  }

  /// One of the two proposes a card.
  func proposeCard(_ random: inout SeededRandom) {
    guard let chat, let id = Self.requestID(&random).flatMap({ CardID(rawValue: $0.text) }) else { return }
    let amount = Amount(atomicUnits: UInt128(1000 + random.below(100_000))).decimal(decimals: 8)
    let draft = CardDraft(
      random.percent(50) ? .request : .offer, [CardPrice(currency: Self.currency, amount: amount)],
      lifetime: .seconds(60 + random.below(1800)))
    guard random.percent(50) else {
      note("the other person proposes a card, \(draft.kind.rawValue) of \(amount.text)")
      correspondent?.propose(draft, as: id)
      return
    }
    note("the chat proposes a card, \(draft.kind.rawValue) of \(amount.text)")
    let key = CardKey(author: SimulatedChatNetwork.person, id: id)
    if draft.kind == .offer { accepted.insert(key) }
    chat.run { agent in
      // Where that fails there is no card.
      _ = try? await agent.propose(draft, as: id, in: SimulatedChatNetwork.room(of: key.author).id)
    }
  }

  /// One of the two presses a button of a card.
  func answerCard(_ random: inout SeededRandom) {
    let accepts = random.percent(75)
    guard random.percent(60) else {
      guard let number = random.pick(correspondent?.cards.compactMap(\.number) ?? []) else { return }
      note("the other person \(accepts ? "accepts" : "does not want") card \(number)")
      correspondent?.answer(number, accepts: accepts)
      return
    }
    guard let key = random.pick(cards.values.sorted { ($0.number ?? 0) < ($1.number ?? 0) })?.key else { return }
    let isAuthor = key.author == SimulatedChatNetwork.person
    note("the chat \(accepts ? "accepts" : "does not want") \(key.id)")
    // What is paid from now on may be paid.
    if accepts, !isAuthor { accepted.insert(key) }
    chat?.run { agent in
      // Where that is not possible any more, nothing happens.
      if accepts {
        try? await agent.accept(key)
      } else if isAuthor {
        try? await agent.cancel(key)
      } else {
        try? await agent.decline(key)
      }
    }
  }

  /// Something is wrong with the chat, or is not any more.
  func disturbChat(_ random: inout SeededRandom) {
    guard let chatNetwork else { return }
    if random.percent(30) {
      note("the chat is \(chatNetwork.isAway ? "there again" : "cut off")")
      chatNetwork.cut(!chatNetwork.isAway)
    } else {
      let fates = SimulatedChatNetwork.Fate.allCases
      chatNetwork.fates = (0..<(1 + random.below(3))).compactMap { _ in random.pick(fates) }
      note("the next messages of the chat meet \(chatNetwork.fates)")
      if random.percent(30) { correspondent?.readAll() }
    }
  }

  /// Notes what became of a card of the person of the wallet.
  func told(_ card: Card) {
    let now = Scheduler.timestamp
    if cards[card.key]?.state(now: now) != card.state(now: now) {
      note("card \(card.key.id) is \(card.state(now: now).rawValue), as \(card.role.rawValue)")
    }
    cards[card.key] = card
    // What a lost ledger has said may stand in a card for ever.
    guard !isRestored else { return }
    if let order = card.order, let request = requests.first(where: { $0.id == order.requestID }) {
      told(request, order, lostLedgers)
    }
    guard let invoice = card.invoice else { return }
    if let known = invoices.first(where: { $0.id == invoice.requestID }) { return told(known, invoice) }
    let amount = invoice.amount.flatMap { try? Amount($0, decimals: 8) }
    let made = RequestedInvoice(id: invoice.requestID, amount: amount, isOfCard: true)
    invoices.append(made)
    told(made, invoice)
  }

  /// Nothing is wrong with the chat any more, and both people do what their cards ask for.
  func letCardsGoOn() throws {
    guard let chatNetwork, let correspondent else { return }
    chatNetwork.fates = []
    chatNetwork.cut(false)
    for _ in 0..<4 {
      correspondent.readAll()
      try correspondent.act()
      approve(1)
      let end = Scheduler.now + 40_000_000_000
      run(atMost: 20_000) { violation != nil || Scheduler.now > end }
    }
  }

  /// What must hold of cards at the end: they say what the network has.
  func checkCards() throws {
    guard let chat else { return }
    if let failure = chat.failure { throw Violation("the chat cannot begin: \(failure)") }
    guard !isRestored, !hasReorganised else { return }
    let now = Scheduler.timestamp
    for card in cards.values {
      let state = card.state(now: now)
      switch card.role {
      case .payer:
        let id = try card.key.requestID(.order)
        guard let request = requests.first(where: { $0.id == id }) else { continue }
        let isPaid = payments.contains { $0.address == request.address && $0.isAlive }
        guard isPaid == (state == .settled || state == .paid) else {
          throw Violation("card \(card.key.id) is \(state.rawValue), and \(isPaid ? "" : "not ")paid")
        }
      case .payee:
        guard let invoice = card.ownInvoice, now < invoice.monitoredUntil, let wanted = invoice.amount else { continue }
        let there = try received(at: invoice.address, depth: Self.confirmations)
        guard try (there >= Amount(wanted, decimals: 8)) == (state == .settled) else {
          throw Violation("card \(card.key.id) is \(state.rawValue), and has \(there.atomicUnits)")
        }
      case .onlooker: throw Violation("card \(card.key.id) is nobody's")
      }
    }
  }
}
