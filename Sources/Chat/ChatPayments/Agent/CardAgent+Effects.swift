import Consumer
import JSON
import PaymentsAPI
import PaymentsModel
import RPCRuntime

extension CardAgent {
  // Everything is awaited before the card is changed. An `await` among the arguments of a mutation of `book[key]` would
  // write back the card as it was before the suspension, and so lose what was learnt in the meantime.

  func perform(_ effect: CardEffect, for key: CardKey) async {
    do {
      switch effect {
      case .publish:
        publishing.insert(key)
        await publish(key)
        publishing.remove(key)
        return hearEarlyDeliveries(of: key)
      case .makeInvoice(let currency): try await makeInvoice(key, in: currency)
      case .cancelInvoice(let id):
        let invoice = try await wallet.cancel(id, requestID: try key.requestID(.cancelInvoice))
        book[key]?.apply(invoice: invoice)
      case .placeOrder(let payment): try await placeOrder(key, payment)
      case .findOrder: try await findOrder(key)
      case .cancelOrder(let id):
        let order = try await wallet.cancel(id, requestID: try key.requestID(.cancelOrder))
        book[key]?.apply(order: order)
      }
      noteAnswer()
    } catch let failure as PaymentsFailure {
      noteAnswer()
      await handleRefusal(failure, of: effect, for: key)
    } catch is OrderOfOtherProvider {
      noteAnswer()
      book[key]?.stop(.ofOtherProvider)
    } catch {
      noteFailure(error)
      // After the owner has refused this app, the app asks again only when the person wants it to.
      let retryAt = isShutOut ? nil : clock.now().advanced(by: .seconds(5))
      book[key]?.stop(CardProblem(reason: nil, retryAt: retryAt))
    }
  }

  private func makeInvoice(_ key: CardKey, in currency: String) async throws {
    guard let terms = book[key]?.terms, let price = terms.price(in: currency) else { return }
    // All values come from the terms, so that every device and every retry sends the same request.
    let invoice = try await wallet.makeInvoice(
      InvoiceRequest.Params(
        requestID: try key.requestID(.invoice), currency: currency, amount: price.amount, description: terms.note,
        expiresAt: terms.expiresAt))
    book[key]?.apply(invoice: invoice)
  }

  private func placeOrder(_ key: CardKey, _ payment: CardPayment) async throws {
    guard let terms = book[key]?.terms else { return }
    let request = SubmitPaymentOrder.Params(
      requestID: try key.requestID(.order), currency: payment.price.currency, address: payment.address,
      amount: payment.price.amount, description: terms.note, expiresAt: terms.expiresAt)
    let provider = try await wallet.providerID()
    try checkProvider(of: key, provider)
    book[key]?.mayHaveOrder = true
    book[key]?.orderProvider = provider
    try await keep(key)
    // The person may have declined while the card was being written.
    guard book[key]?.effect(now: clock.now()) == .placeOrder(payment) else { return }
    let order = try await wallet.order(request)
    book[key]?.apply(order: order)
  }

  /// Checks that the order of a card, if there may be one, is this provider's. Another one would make it a second time.
  private func checkProvider(of key: CardKey, _ provider: String) throws {
    guard let card = book[key], card.mayHaveOrder else { return }
    try OrderOfOtherProvider.check(card.orderProvider, connected: provider)
  }

  private func findOrder(_ key: CardKey) async throws {
    try checkProvider(of: key, try await wallet.providerID())
    let order = try await wallet.order(requestID: try key.requestID(.order))
    book[key]?.apply(order: order)
  }

  /// Handles a request that the provider has answered with an error.
  private func handleRefusal(_ failure: PaymentsFailure, of effect: CardEffect, for key: CardKey) async {
    let before = book[key]
    do {
      switch (effect, failure.reason) {
      case (.findOrder, .orderNotFound):
        book[key]?.applyNoOrder()
        return
      case (.placeOrder, .requestConflict), (.cancelOrder, _): try await findOrder(key)
      case (.cancelInvoice(let id), _):
        let invoice = try await wallet.invoice(id: id)
        book[key]?.apply(invoice: invoice)
      // After every other error nothing was recorded at the provider, unless an earlier attempt was not answered. After an
      // internal error that is not known.
      case (.placeOrder, let reason) where reason != .internalError:
        if try await !wallet.isOpen(key.requestID(.order)) { book[key]?.applyNoOrder() }
      default: break
      }
    } catch {
      // The refusal is recorded even if the follow-up question failed. The request is made again later.
      book[key]?.stop(CardProblem(reason: failure.reason, retryAt: clock.now().advanced(by: .seconds(5))))
      return
    }
    if case .placeOrder = effect {} else if book[key] != before { return }
    guard book[key]?.order == nil else { return }
    let wait = failure.reason == .internalError ? 5000 : failure.retryAfterMilliseconds
    book[key]?.stop(
      CardProblem(
        reason: failure.reason, retryAt: wait.map { clock.now().advanced(by: .milliseconds($0)) }))
  }

  private func publish(_ key: CardKey) async {
    guard let card = book[key] else { return }
    do {
      let room = try await room(card.room)
      let side = card.mySide
      var content = try CardText.content(of: card, in: room)
      let id: MessageID
      do {
        id = try await hand(over: content, for: card)
      } catch ChatTransportError.tooLarge(let limit) {
        // What people have written is cut in the text. The link still has all of it.
        let brief = try CardText.content(of: card, in: room, isBrief: true)
        guard brief != content else { throw ChatTransportError.tooLarge(limit: limit) }
        content = brief
        id = try await hand(over: content, for: card)
      }
      book[key]?.sent(as: id, saying: side, text: content.text)
    } catch let error as ChatTransportError {
      let hindrance: CardHindrance
      switch error {
      case .unknownRoom, .unknownMessage: hindrance = .noRoom
      case .tooLarge(let limit): hindrance = .tooLong(limit: limit)
      case .refused(let words): hindrance = .refused(words)
      case .disconnected, .unavailable, .malformedAnswer: return canSend = false
      }
      // Only this card waits. The chat works, and what concerns other people is sent.
      book[key]?.holdBack(hindrance, now: clock.now())
      if hindrance == .noRoom { roomless.insert(key) }
    } catch is CardLinkError {
      book[key]?.holdBack(.tooLong(limit: nil), now: clock.now())
    } catch {
      // The message is sent when the chat is connected again, or at the next attempt.
      canSend = false
    }
  }

  /// Hands the message with this person's side of a card to the chat, in the place of the one before it.
  private func hand(over content: ChatContent, for card: Card) async throws -> MessageID {
    if let message = card.message { return try await edit(message, in: card.room, to: content) }
    if let lost = card.lost { return try await transport.send(content, to: card.room, insteadOf: lost) }
    return try await transport.send(content, to: card.room)
  }

  private func edit(_ message: MessageID, in room: RoomID, to content: ChatContent) async throws -> MessageID {
    do {
      return try await transport.edit(message, in: room, to: content)
    } catch ChatTransportError.unknownMessage {
      return try await transport.send(content, to: room)
    }
  }
}
