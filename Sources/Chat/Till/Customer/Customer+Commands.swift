import ChatPayments
import DisplayText
import PaymentsAPI
import PaymentsModel

extension Customer {
  /// What became of a message.
  enum Hearing: Sendable, Hashable {
    /// It was read before.
    case known
    /// It was answered, and the customer has changed.
    case answered
    /// The customer writes faster than the till answers, so it was not read.
    case ignored
  }

  /// Reads a message of the customer's and does what it says.
  mutating func hear(_ message: ChatMessage, in shop: ShopState) -> Hearing {
    guard heard.note(message) else { return .known }
    if shop.now.since(pace.since) >= .seconds(60) || shop.now < pace.since { pace = Pace(since: shop.now, count: 0) }
    pace.count += 1
    let limit = shop.list.limits.repliesPerMinute
    guard pace.count <= limit, outbox.count < Self.maximumOutbox else {
      guard pace.count == limit + 1 else { return .ignored }
      say(TillWords.tooFast)
      return .answered
    }
    let command = message.file == nil ? CustomerCommand(message.content.text, of: shop.list) : .unknown
    if command == .unknown || command == .tooLong {
      let text = message.file.map { "(the file \($0.name))" } ?? message.content.text
      keep(CustomerWords(text, at: message.sentAt))
    }
    act(command, shop)
    return .answered
  }

  private mutating func act(_ command: CustomerCommand, _ shop: ShopState) {
    switch command {
    case .menu: say(TillWords.menu(shop))
    case .help: say(TillWords.help(shop))
    case .add(let word, let quantity): add(word, quantity: quantity, in: shop)
    case .basket: say(TillWords.basket(basket, shop))
    case .clear:
      basket = []
      say(TillWords.cleared)
    case .pay(let currency): pay(currency, shop)
    case .purchases: say(TillWords.purchases(purchases, shop.now))
    case .show(let number): with(number, for: "purchase") { customer, purchase in customer.show(purchase) }
    case .cancel(let number): with(number, for: "cancel") { customer, purchase in customer.cancel(purchase, shop.now) }
    case .again(let number): with(number, for: "again") { customer, purchase in customer.again(purchase, shop) }
    case .refund(let number, let address):
      with(number, for: "refund") { customer, purchase in customer.refund(purchase, to: address, shop) }
    case .yes(let number): with(number, for: "yes") { customer, purchase in customer.yes(purchase, shop.now) }
    case .receipt(let number): with(number, for: "receipt") { customer, purchase in customer.receipt(purchase, shop) }
    case .unknown: say(TillWords.unknown)
    case .tooLong: say(TillWords.tooLong)
    }
  }

  /// Does something with the purchase of that number, or with the newest one where no number was said.
  private mutating func with(
    _ number: Int?, for verb: String, _ body: (inout Customer, Purchase) -> Void
  ) {
    let purchase = number.map { self.purchase($0) } ?? purchases.last
    guard let purchase else { return say(TillWords.noPurchase(number, verb)) }
    body(&self, purchase)
  }

  // MARK: The basket

  private mutating func add(_ word: String, quantity: Int, in shop: ShopState) {
    guard shop.isSelling else { return say(TillWords.closed) }
    let known = basket.firstIndex { $0.word == word }
    let total = (known.map { basket[$0].quantity } ?? 0) + quantity
    guard (1...CustomerCommand.maximumQuantity).contains(total), quantity > 0 else {
      return say(TillWords.quantity)
    }
    if let known {
      basket[known].quantity = total
    } else {
      guard basket.count < Self.maximumLines else { return say(TillWords.fullBasket) }
      basket.append(BasketLine(word: word, quantity: quantity))
    }
    say(TillWords.basket(basket, shop))
  }

  private mutating func pay(_ currency: String?, _ shop: ShopState) {
    guard shop.isSelling else { return say(TillWords.closed) }
    // What is not sold any more leaves the basket, and the customer sees what is left before they pay.
    let gone = basket.filter { shop.list.item($0.word) == nil }
    guard gone.isEmpty else {
      basket.removeAll { shop.list.item($0.word) == nil }
      return say(TillWords.basket(basket, shop))
    }
    guard !basket.isEmpty else { return say(TillWords.emptyBasket) }
    let currency = currency ?? (shop.list.payWith.count == 1 ? shop.list.payWith[0] : nil)
    guard let currency, shop.list.payWith.contains(currency) else { return say(TillWords.basket(basket, shop)) }
    guard purchases.count(where: { $0.isOpen(now: shop.now) }) < shop.list.limits.openPerCustomer else {
      return say(TillWords.tooManyOpen(shop.list.limits.openPerCustomer))
    }
    let unpaid = purchases.count { purchase in
      shop.now.since(purchase.madeAt) < .seconds(3600)
        && [.expired, .cancelled].contains(purchase.phase(now: shop.now))
    }
    guard unpaid < Self.maximumUnpaid else { return say(TillWords.tooManyUnpaid) }
    // Strangers together get a part of the addresses and of the open purchases only, so that those who have paid before
    // can go on.
    let addresses = hasPaid ? shop.list.limits.unpaid : shop.list.limits.unpaidOfStrangers
    let open = hasPaid ? shop.list.limits.open : shop.list.limits.openOfStrangers
    guard shop.unpaid[currency, default: 0] < addresses else { return say(TillWords.shopIsFull) }
    forgetOld(now: shop.now)
    guard shop.open < open, purchases.count < Self.maximumPurchases else {
      return say(TillWords.shopIsFull)
    }
    guard let decimals = shop.decimals[currency] else { return say(TillWords.noWallet(currency)) }
    let quote: Quote
    do throws(Quote.Problem) {
      quote = try Quote(
        basket, in: currency, of: shop.list, decimals: decimals, rates: shop.rates, now: shop.now)
    } catch {
      return say(TillWords.problem(error, currency))
    }
    lastNumber += 1
    purchases.append(
      Purchase(
        number: lastNumber,
        lines: basket.map { Purchase.Line(name: shop.list.item($0.word)?.name ?? $0.word, quantity: $0.quantity) },
        basket: basket, currency: currency, due: quote.due, conversions: quote.conversions,
        confirmations: shop.list.confirmations, madeAt: shop.now,
        expiresAt: shop.now.advanced(by: shop.list.lifetime), description: "\(shop.list.shop), purchase \(lastNumber)",
        request: .random(), cancelRequest: .random(),
        refunds: shop.list.refunds.rawValue, zoneName: shop.list.zone?.name))
    basket = []
  }

  // MARK: Purchases

  private mutating func show(_ purchase: Purchase) {
    // The screen moves to the end of the conversation, and is updated there from now on.
    change(purchase.number) { $0.screen = Purchase.Screen(isQueued: true) }
    outbox.removeAll { $0.content == .screen(purchase.number) && $0.attempt == nil }
    say(.screen(purchase.number))
    guard let invoice = purchase.invoice else { return }
    switch invoice.state {
    case .pending where !purchase.isCancelled:
      say(invoice.uri)
      say(.code(purchase.number))
    default: break
    }
  }

  private mutating func cancel(_ purchase: Purchase, _ now: Timestamp) {
    switch purchase.phase(now: now) {
    case .making, .waiting: change(purchase.number) { $0.isCancelled = true }
    default: say(TillWords.notCancelled(purchase, now))
    }
  }

  private mutating func again(_ purchase: Purchase, _ shop: ShopState) {
    guard shop.isSelling else { return say(TillWords.closed) }
    basket = purchase.basket.filter { shop.list.item($0.word) != nil }
    say(TillWords.basket(basket, shop))
  }

  private mutating func receipt(_ purchase: Purchase, _ shop: ShopState) {
    guard purchase.phase(now: shop.now) == .paid else { return say(TillWords.noReceipt(purchase)) }
    guard !purchase.receipt.isWanted else { return }
    let message = try? ReceiptText.message(ReceiptText.facts(purchase, shop: shop.list.shop))
    let isSame = message != nil && purchase.receipt.message == message
    change(purchase.number) { purchase in
      if !isSame { purchase.receipt = Purchase.Receipt() }
      purchase.receipt.isWanted = true
    }
  }

  // MARK: Refunds

  private mutating func refund(_ purchase: Purchase, to text: String?, _ shop: ShopState) {
    let amount = purchase.refundable
    guard !purchase.refunded.contains(where: { !$0.isOver }) else { return say(TillWords.refundIsUnderWay(purchase)) }
    guard amount.coefficient > 0 else { return say(TillWords.nothingToRefund(purchase, shop.now)) }
    guard purchase.refunded.count(where: \.isTry) < Purchase.maximumRefunds,
      purchase.refunded.count < Purchase.mostRefunds
    else { return say(TillWords.noMoreRefunds(purchase)) }
    guard let text else { return say(TillWords.askAddress(purchase, amount)) }
    guard let address = RefundAddress.read(text, of: purchase) else { return say(TillWords.noAddress(purchase)) }
    // The till's own address is the easiest to copy by mistake.
    guard !purchases.contains(where: { $0.invoice?.address == address }) else {
      return say(TillWords.ownAddress(purchase))
    }
    change(purchase.number) { $0.draft = RefundDraft(address: address, amount: amount) }
    say(TillWords.confirmRefund(purchase, to: address, amount: amount))
  }

  private mutating func yes(_ purchase: Purchase, _ now: Timestamp) {
    guard let draft = purchase.draft, !purchase.refunded.contains(where: { !$0.isOver }),
      draft.amount.isAtMost(purchase.refundable)
    else {
      change(purchase.number) { $0.draft = nil }
      return say(TillWords.nothingToConfirm(purchase))
    }
    let received = purchase.invoice?.confirmedAmount ?? draft.amount
    // The name is the customer's own words, so it stands at the end and between marks that it cannot hold.
    var quoted = String.UnicodeScalarView()
    for scalar in SafeText(name, limit: 40).text.unicodeScalars { quoted.append(scalar == "\"" ? "'" : scalar) }
    let description =
      "Refund of purchase \(purchase.number), price \(purchase.due.text(in: purchase.currency)), "
      + "received \(received.text(in: purchase.currency)), customer \"\(String(quoted))\""
    change(purchase.number) { purchase in
      purchase.draft = nil
      // A receipt would not name this refund.
      purchase.receipt = Purchase.Receipt()
      purchase.refunded.append(
        Refund(
          request: .random(), address: draft.address, amount: draft.amount, description: description,
          expiresAt: now.advanced(by: Refund.lifetime)))
    }
  }
}

/// Reads the address of a refund. Whether it is one of the network, only the wallet can tell.
enum RefundAddress {
  /// Returns the address in a text: as it is, or in a payment URI without its parameters.
  ///
  /// A URI has to be one of the currency of the purchase. Currencies have addresses that look alike, and what is sent
  /// to the network of another one is lost.
  static func read(_ text: String, of purchase: Purchase) -> String? {
    var text = text
    if let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) {
      guard let own = purchase.invoice?.uri, let end = own.utf8.firstIndex(of: UInt8(ascii: ":")),
        own[..<end].lowercased() == text[..<colon].lowercased()
      else { return nil }
      text = String(text[text.utf8.index(after: colon)...])
      if let question = text.utf8.firstIndex(of: UInt8(ascii: "?")) { text = String(text[..<question]) }
    }
    let isPlain = text.utf8.allSatisfy {
      (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0)
    }
    return isPlain && (14...128).contains(text.utf8.count) ? text : nil
  }
}
