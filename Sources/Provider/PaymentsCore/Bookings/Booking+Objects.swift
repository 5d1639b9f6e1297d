import PaymentsModel

extension InvoiceMachine {
  /// What is to be booked when this version follows one with these transfers.
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
  /// What of it counts as received.
  fileprivate var booked: Amount? { state == .confirmed ? amount : nil }
}

extension OrderMachine {
  /// What is to be booked once the order has come to this state; `nil` unless it is paid.
  package var booking: Booking? {
    guard state == .succeeded, progress.reversedAt == nil, let transactionID, let fee else { return nil }
    return booking(.paid, transactionID, terms.amount, fee: fee)
  }

  /// What is to be booked when this version follows another one of an order that had succeeded.
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
