import ChatPayments
import Consumer
import PaymentsAPI
import PaymentsModel

extension Till {
  // Everything is awaited before a customer is changed, because a message may change them in the meantime.

  func perform(_ effect: TillEffect, for room: RoomID) async {
    do {
      switch effect {
      case .send(let id): return await send(id, room)
      case .edit(let number): return await edit(number, room)
      case .makeInvoice(let number): try await makeInvoice(number, room)
      case .cancelInvoice(let number): try await cancelInvoice(number, room)
      case .placeRefund(let number): try await placeRefund(number, room)
      case .cancelRefund(let number): try await cancelRefund(number, room)
      case .makeReceipt(let number): try await makeReceipt(number, room)
      }
      noteAnswer()
    } catch {
      // What the provider refused is tried again later.
      noteEnd(error)
      if error is OrderOfOtherProvider { tell(.alert(.otherProvider)) }
    }
  }

  // MARK: The wallet

  private func makeInvoice(_ number: Int, _ room: RoomID) async throws {
    change(room) { customer in customer.change(number) { $0.wasAsked = true } }
    try await keep(room)
    guard let purchase = customers[room]?.purchase(number) else { return }
    // All values are stored ones, so that every retry sends the same request.
    let request = InvoiceRequest.Params(
      requestID: purchase.request, currency: purchase.currency, amount: purchase.due,
      description: purchase.description, confirmations: purchase.confirmations, expiresAt: purchase.expiresAt)
    do {
      let invoice = try await wallet.makeInvoice(request)
      change(room) { customer in customer.change(number) { $0.apply(invoice) } }
    } catch let failure as PaymentsFailure where Self.isFinal(failure.reason) {
      change(room) { customer in customer.change(number) { $0.refusal = failure.reason } }
    } catch {
      if (error as? PaymentsFailure)?.reason == .quotaExceeded { tell(.alert(.quotaExceeded(purchase.currency))) }
      change(room) { customer in customer.change(number) { $0.isDelayed = true } }
      throw error
    }
  }

  /// Whether a refusal will not become another answer by itself, or by what the owner does.
  static func isFinal(_ reason: FailureReason) -> Bool {
    switch reason {
    case .unknownCurrency, .scopeNotGranted, .currencyNotGranted, .amountOutOfRange, .tooManyDecimals, .invalidParams,
      .expired, .requestConflict, .policyDenied, .serviceDisabled, .invalidAddress, .wrongNetwork,
      .insufficientFunds, .budgetExceeded, .feeTooHigh, .userRejected:
      true
    default: false
    }
  }

  private func cancelInvoice(_ number: Int, _ room: RoomID) async throws {
    guard let purchase = customers[room]?.purchase(number), let id = purchase.invoice?.invoiceID else { return }
    let invoice: Invoice
    do {
      invoice = try await wallet.cancel(id, requestID: purchase.cancelRequest)
    } catch is PaymentsFailure {
      // Perhaps money has arrived in the meantime.
      invoice = try await wallet.invoice(id: id)
    }
    change(room) { customer in customer.change(number) { $0.apply(invoice) } }
  }

  private func makeReceipt(_ number: Int, _ room: RoomID) async throws {
    guard let purchase = customers[room]?.purchase(number), let invoice = purchase.invoice,
      purchase.phase(now: clock.now()) == .paid
    else { return change(room) { customer in customer.change(number) { $0.receipt = Purchase.Receipt() } } }
    let facts = ReceiptText.facts(purchase, shop: list.shop)
    let message = try ReceiptText.message(facts)
    var proofs: [ProofRequest.Result] = []
    var lack: String?
    for transfer in invoice.transfers where transfer.state == .confirmed {
      do {
        let proof = try await wallet.proof(
          ofReceiving: invoice.invoiceID, in: purchase.currency, transactionID: transfer.transactionID,
          message: message)
        if proof.proof.utf8.count <= ReceiptText.maximumProof { proofs.append(proof) }
      } catch let failure as PaymentsFailure where ![.rateLimited, .tooManyInFlight].contains(failure.reason) {
        lack = "The wallet of the shop made no proof: \(failure.reason.message)"
      }
    }
    let text = ReceiptText.text(facts, proofs: proofs, message: message, lack: lack)
    let isWhole = lack == nil
    change(room) { customer in
      customer.change(number) { purchase in
        // A refund that was asked for in the meantime is not in the text.
        guard purchase.receipt.isWanted else { return }
        purchase.receipt.text = text
        purchase.receipt.message = isWhole ? message : nil
      }
    }
  }

  // MARK: The chat

  /// What is handed to the transport.
  private enum Parcel {
    case text(String)
    case file(ChatFile)

    /// The text by which it is found in the conversation.
    var mark: String {
      switch self {
      case .text(let text): text
      case .file(let file): file.name
      }
    }
  }

  private func parcel(_ content: Outgoing.Content, _ customer: Customer) -> Parcel? {
    switch content {
    case .text(let text): return .text(text)
    case .screen(let number):
      return customer.purchase(number).map { .text(PurchaseScreen.text($0, now: clock.now())) }
    case .code(let number):
      guard let purchase = customer.purchase(number), let uri = purchase.invoice?.uri else { return nil }
      return QRPicture.file(uri, name: "pay-\(purchase.currency)-\(number).png").map { .file($0) }
    case .receipt(let number):
      guard let purchase = customer.purchase(number), purchase.phase(now: clock.now()) == .paid else { return nil }
      return purchase.receipt.text.map {
        .file(ChatFile(name: "receipt-\(number).txt", bytes: Array($0.utf8)))
      }
    }
  }

  private func send(_ id: Int, _ room: RoomID) async {
    guard let customer = customers[room], let first = customer.outbox.first, first.id == id else { return }
    do {
      if let attempt = first.attempt, let found = try await findMessage(attempt, in: room) {
        change(room) { $0.wasSent(id, as: found, text: attempt) }
        return
      }
      guard let parcel = parcel(first.content, customer) else { return drop(id, room) }
      change(room) { customer in
        if customer.outbox.first?.id == id { customer.outbox[0].attempt = parcel.mark }
      }
      try await keep(room)
      let message: MessageID
      switch parcel {
      case .text(let text): message = try await transport.send(ChatContent(text: text), to: room)
      case .file(let file):
        guard let transport = transport as? any ChatFileTransport else { return drop(id, room) }
        message = try await transport.send(file, to: room)
      }
      change(room) { $0.wasSent(id, as: message, text: parcel.mark) }
      troubles[room] = nil
    } catch let error as ChatTransportError where error.isOutage {
      canSend = false
    } catch ChatTransportError.tooLarge {
      drop(id, room)
    } catch {
      tellTrouble(error, room)
      // A chat that does not take a file is not asked again and again. A text is: it matters more.
      guard tries(.send(id), room) > 1 else { return }
      switch first.content {
      case .code, .receipt: drop(id, room)
      case .text, .screen: break
      }
    }
  }

  /// Tells the owner what keeps messages from a customer. It is told once, until a message is taken again.
  func tellTrouble(_ error: any Error, _ room: RoomID) {
    switch error {
    case ChatTransportError.unknownRoom: tellTrouble(room) { .gone(name: $0) }
    case ChatTransportError.refused(let reason): tellTrouble(room) { .undelivered(name: $0, reason: reason) }
    default: break
    }
  }

  /// Tells the owner about the conversation with a customer, unless it was the last thing that was told about it.
  func tellTrouble(_ room: RoomID, _ alert: (_ name: String) -> TillAlert) {
    guard let customer = customers[room] else { return }
    let alert = alert(customer.name)
    guard troubles[room] != alert else { return }
    troubles[room] = alert
    tell(.alert(alert))
  }

  /// Finds a message of this till that is in the conversation without the till knowing it.
  private func findMessage(_ mark: String, in room: RoomID) async throws -> MessageID? {
    let me = try await self.room(room).me
    let history = try await transport.history(of: room)
    guard let customer = customers[room] else { return nil }
    return history.last { message in
      message.from == me && !customer.hasSent(message.id) && (message.file?.name ?? message.content.plainText) == mark
    }?.id
  }

  /// Removes a message that the chat does not carry. A receipt is then sent as text.
  private func drop(_ id: Int, _ room: RoomID) {
    let now = clock.now()
    change(room) { customer in
      guard let first = customer.outbox.first, first.id == id else { return }
      customer.outbox.removeFirst()
      if case .receipt(let number) = first.content, let purchase = customer.purchase(number),
        purchase.phase(now: now) == .paid, let text = purchase.receipt.text
      {
        customer.say(.text(text))
      }
    }
  }

  private func edit(_ number: Int, _ room: RoomID) async {
    guard let purchase = customers[room]?.purchase(number), let message = purchase.screen.message else { return }
    let text = PurchaseScreen.text(purchase, now: clock.now())
    do {
      let id = try await transport.edit(MessageID(message), in: room, to: ChatContent(text: text))
      change(room) { customer in
        customer.noteSent(id)
        customer.change(number) { purchase in
          guard purchase.screen.message == message else { return }
          purchase.screen.message = id.rawValue
          purchase.screen.text = text
        }
      }
    } catch let error as ChatTransportError where error.isOutage {
      canSend = false
    } catch {
      // The chat cannot edit that message any more, so the screen is sent as a new one.
      change(room) { customer in
        customer.change(number) { $0.screen = Purchase.Screen(isQueued: true) }
        customer.say(.screen(number))
      }
    }
  }
}
