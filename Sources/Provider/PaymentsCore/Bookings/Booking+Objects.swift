import PaymentsModel

extension InvoiceMachine {
  /// Returns the bookings to store together with a change of one of the invoice's transfers.
  package func bookings(of change: TransferChange) -> [Booking] {
    let (before, now) = (change.before?.booked, change.now.booked)
    guard before != now else { return [] }
    let takenBack = before.map { booking(.takenBack, of: change.now, amount: $0) }
    return [takenBack, now.map { booking(.received, of: change.now, amount: $0) }].compactMap(\.self)
  }

  private func booking(_ kind: Booking.Kind, of transfer: InvoiceTransfer, amount: Amount) -> Booking {
    Booking(
      app: terms.app, currency: terms.currency, decimals: terms.decimals, at: progress.updatedAt, kind: kind,
      objectID: terms.id.rawValue, transactionID: transfer.transactionID, amount: amount, fee: .zero)
  }
}

extension InvoiceTransfer {
  /// The amount that counts as received: the whole amount once the transfer is confirmed, otherwise `nil`.
  fileprivate var booked: Amount? { state == .confirmed ? amount : nil }
}

extension OrderMachine {
  /// The booking of a paid order; `nil` unless the order succeeded and its payment was not reversed.
  package var booking: Booking? {
    guard state == .succeeded, progress.reversedAt == nil, let transactionID, let fee else { return nil }
    return booking(.paid, of: transactionID, amount: terms.amount, fee: fee)
  }

  /// Returns the bookings to store together with this version of an order that had succeeded in the `earlier` version.
  package func bookings(since earlier: OrderMachine) -> [Booking] {
    let (before, now) = (earlier.booking, booking)
    guard before?.transactionID != now?.transactionID else { return [] }
    let returned = before.map { before in
      booking(.returned, of: before.transactionID, amount: before.amount.addingSaturated(before.fee), fee: .zero)
    }
    return [returned, now].compactMap(\.self)
  }

  private func booking(_ kind: Booking.Kind, of transactionID: String, amount: Amount, fee: Amount) -> Booking {
    Booking(
      app: terms.app, currency: terms.currency, decimals: terms.decimals, at: progress.updatedAt, kind: kind,
      objectID: terms.id.rawValue, transactionID: transactionID, amount: amount, fee: fee)
  }
}
