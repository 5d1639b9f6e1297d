import PaymentsModel

extension InvoiceMachine {
  /// Returns the bookings to store together with this version of the invoice. `earlier` are the transfers of the
  /// previous version.
  package func bookings(since earlier: [InvoiceTransfer]) -> [Booking] {
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
    return booking(.paid, transactionID, terms.amount, fee: fee)
  }

  /// Returns the bookings to store together with this version of an order that had succeeded in the `earlier` version.
  package func bookings(since earlier: OrderMachine) -> [Booking] {
    let (before, now) = (earlier.booking, booking)
    guard before?.transactionID != now?.transactionID else { return [] }
    let returned = before.map { before in
      booking(.returned, before.transactionID, before.amount.addingSaturated(before.fee), fee: .zero)
    }
    return [returned, now].compactMap(\.self)
  }

  private func booking(_ kind: Booking.Kind, _ transactionID: String, _ amount: Amount, fee: Amount) -> Booking {
    Booking(
      app: terms.app, currency: terms.currency, decimals: terms.decimals, at: progress.updatedAt, kind: kind,
      objectID: terms.id.rawValue, transactionID: transactionID, amount: amount, fee: fee)
  }
}
