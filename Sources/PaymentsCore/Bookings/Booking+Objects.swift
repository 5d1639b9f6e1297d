import PaymentsModel

extension Invoice {
  /// What is to be booked when this version follows one with these transfers.
  public func bookings(since earlier: [InvoiceTransfer]) -> [Booking] {
    var bookings: [Booking] = []
    for transfer in transfers {
      let before = earlier.first { $0.id == transfer.id }?.booked
      guard before != transfer.booked else { continue }
      if let before { bookings.append(booking(.takenBack, transfer, before)) }
      if let now = transfer.booked { bookings.append(booking(.received, transfer, now)) }
    }
    return bookings
  }

  private func booking(_ kind: Booking.Kind, _ transfer: InvoiceTransfer, _ amount: Amount) -> Booking {
    Booking(
      app: terms.app, currency: terms.currency, decimals: terms.decimals, at: standing.updatedAt, kind: kind,
      objectID: terms.id.rawValue, transactionID: transfer.transactionID, amount: amount, fee: .zero)
  }
}

extension InvoiceTransfer {
  /// What of it counts as received.
  fileprivate var booked: Amount? { state == .confirmed ? amount : nil }
}

extension PaymentOrder {
  /// What is to be booked once the order has come to this state, which it never leaves; `nil` unless it was paid.
  public var booking: Booking? {
    guard state == .succeeded, let artefact = progress.artefact else { return nil }
    return Booking(
      app: terms.app, currency: terms.currency, decimals: terms.decimals, at: progress.updatedAt, kind: .paid,
      objectID: terms.id.rawValue, transactionID: artefact.transactionID, amount: terms.amount, fee: artefact.fee)
  }
}
